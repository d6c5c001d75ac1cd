import { type JsonValue, printJson } from '@archipelago/apimachinery';

const longestValue = 70;

/** `old → new`; of two long values that begin alike, the part where they differ. */
export function printChange(before: JsonValue | undefined, after: JsonValue | undefined): string {
  const [old, wanted] = [before, after].map((value) => (value === undefined ? '(none)' : printJson(value)));
  const common = commonStart(old ?? '', wanted ?? '');
  const skipped = common < longestValue ? 0 : common - 20;
  return `${printPart(old ?? '', skipped)} → ${printPart(wanted ?? '', skipped)}`;
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** A long text from `skipped` on, cut. */
export function printPart(text: string, skipped: number): string {
  const shown = text.slice(skipped, skipped + longestValue);
  return `${skipped === 0 ? '' : '…'}${shown}${skipped + longestValue < text.length ? '…' : ''}`;
}
