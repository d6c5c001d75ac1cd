import { visibleText } from '@archipelago/apimachinery';

/** Why an input was not accepted: the field, what it held, the rule it breaks and what to write instead. */
export interface Refusal {
  readonly kind: 'refused';
  readonly field: string;
  readonly value: string;
  readonly reason: string;
  readonly fix: string;
}

/** What reading an input came to. */
export type Parsed<T> = { readonly kind: 'ok'; readonly value: T } | Refusal;

const longestShown = 120;

/** What was read, and is right. */
export function accepted<T>(value: T): Parsed<T> {
  return { kind: 'ok', value };
}

/** A refusal; the value is shortened so that a message stays a message. */
export function refusal(field: string, value: string, reason: string, fix: string): Refusal {
  const shown = value.length <= longestShown ? value : `${value.slice(0, longestShown)}…`;
  return { kind: 'refused', field, value: shown, reason, fix };
}

/** `field "value": reason; fix`. */
export function printRefusal({ field, value, reason, fix }: Refusal): string {
  return visibleText(`${field} ${JSON.stringify(value)}: ${reason}; ${fix}`);
}
