import type { Io } from '../../../process/io.ts';

/** A line that never ends is not kept waiting for its end. */
const longestLine = 64 * 1024;

/** Writes text as it comes: as it is without a prefix; else line by line, each with the prefix, the last one ended. */
export async function writeLines(
  chunks: AsyncIterable<string>,
  prefix: string,
  io: Pick<Io, 'out'>,
): Promise<void> {
  let rest = '';
  for await (const chunk of chunks) {
    if (prefix === '') {
      io.out(chunk);
      continue;
    }
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) {
      lines.push(rest);
      rest = '';
    }
    if (lines.length > 0) io.out(lines.map((line) => `${prefix}${line}\n`).join(''));
  }
  if (rest !== '') io.out(`${prefix}${rest}\n`);
}
