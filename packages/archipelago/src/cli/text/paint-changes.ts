import { createColors } from 'picocolors';

/** A line that begins with the sign of a change, perhaps behind its number; what follows the change is why. */
const change = /^(\s*(?:\d+\. )?)([+~!-] (?:(?! {3}because: ).)*)(.*)$/;

/** Plans as people know them: what comes is green, what changes yellow, what goes, or cannot be done, red. */
export function paintChanges(text: string, color: boolean): string {
  if (!color) return text;
  const { green, yellow, red, dim } = createColors(true);
  const paints: Readonly<Record<string, (part: string) => string>> = { '+': green, '~': yellow };
  const lines = text.split('\n').map((line) => {
    const [, start = '', sign = '', why = ''] = change.exec(line) ?? [];
    if (sign === '') return line;
    const paint = paints[sign.slice(0, 1)] ?? red;
    return `${start}${paint(sign)}${why === '' ? '' : dim(why)}`;
  });
  return lines.join('\n');
}
