import type { CelValue } from './cel-value.ts';
import { formatDouble } from './numbers.ts';

/** A key or index in an error message. */
export function valueText(value: CelValue): string {
  if (typeof value === 'number') return formatDouble(value);
  if (value === null) return 'null';
  if (typeof value !== 'object') return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  return value.kind === 'uint' ? String(value.value) : value.kind;
}
