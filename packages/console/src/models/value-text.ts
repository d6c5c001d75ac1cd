import { type JsonValue, printJson, visibleText } from '@archipelago/apimachinery';

const longest = 2_000;

/** A value as people read it: texts without quotes, the rest as JSON; `—` where there is none. Never without end. */
export function valueText(value: JsonValue | undefined): string {
  if (value === undefined) return '—';
  const text = typeof value === 'string' && value !== '' ? value : printJson(value, 2);
  const whole = text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
  return visibleText(whole, '\n');
}
