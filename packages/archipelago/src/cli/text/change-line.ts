import { type JsonValue, printJson } from '@archipelago/apimachinery';
import { printChange, printPart } from '../../api/print-change.ts';

/** `~ name: old → new`; `+` where there was nothing, `-` where there will be nothing. */
export function changeLine(
  name: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): string {
  if (before !== undefined && after !== undefined) return `~ ${name}: ${printChange(before, after)}`;
  const value = printPart(printJson(before ?? after ?? null), 0);
  return `${after === undefined ? '-' : '+'} ${name}: ${value}`;
}
