import { type CelValue, isList, isMap } from './cel-value.ts';

/** Number of code points, bytes, items or entries. */
export function sizeOf(value: CelValue): number | undefined {
  if (typeof value === 'string') return codePointCount(value);
  if (value instanceof Uint8Array) return value.length;
  if (isList(value)) return value.items.length;
  return isMap(value) ? value.size : undefined;
}

function codePointCount(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    const next = text.charCodeAt(i + 1);
    if (unit >= 0xd800 && unit < 0xdc00 && next >= 0xdc00 && next < 0xe000) count -= 1;
  }
  return count;
}
