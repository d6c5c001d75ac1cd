import type { JsonValue } from '../api/json-value.ts';

/** How big a document is: bytes as the length of its JSON text, about; levels of nesting, 0 for a scalar. */
interface JsonSize {
  readonly bytes: number;
  readonly levels: number;
}

/** Deeper documents would exhaust the stack of whoever walks them; `parseJson` has the same limit. */
export const maxLevels = 1000;

/**
 * Measures a document, however deep it is, and stops counting beyond the limits: the answer is then above them.
 */
export function jsonSize(root: JsonValue, maxBytes: number): JsonSize {
  let bytes = 0;
  let levels = 0;
  let row: JsonValue[] = [root];
  while (row.length > 0 && levels <= maxLevels && bytes <= maxBytes) {
    const next: JsonValue[] = [];
    for (const value of row) {
      bytes += ownBytes(value);
      collectChildren(value, next);
    }
    row = next;
    if (row.length > 0) levels++;
  }
  return { bytes, levels };
}

function ownBytes(value: JsonValue): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return String(value).length;
  const keys = Object.keys(value);
  if (Array.isArray(value)) return 2 + keys.length;
  return keys.reduce((total, key) => total + key.length + 4, 2);
}

function collectChildren(value: JsonValue, into: JsonValue[]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const child of Object.values(value)) {
    if (child !== undefined) into.push(child);
  }
}
