import { columnsOf, isWide } from './columns-of.ts';

const width = 80;

/** The text on one line of a usual terminal, cut where it is longer. */
export function fitLine(text: string): string {
  if (columnsOf(text) <= width) return text;
  let [line, columns] = ['', 0];
  for (const character of text) {
    columns += isWide(character) ? 2 : 1;
    if (columns >= width) break;
    line += character;
  }
  return `${line}…`;
}
