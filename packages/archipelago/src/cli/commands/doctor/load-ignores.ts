import { type IgnoreEntry, parseIgnoreEntries } from '../../../doctor/ignore/ignore-entry.ts';
import { problemText } from '../../input/manifest-problem.ts';
import { parseValues } from '../../input/parse-values.ts';
import { type Io, UsageError } from '../../process/io.ts';

/** Read where nobody names a file, if it is there. */
const usualIgnoreFile = '.archipelago-doctor.yaml';

/** What a file ignores. Throws a UsageError for a file that is not there although it was named, or holds anything else than such entries. */
export async function loadIgnores(file: string | undefined, io: Io): Promise<readonly IgnoreEntry[]> {
  const text = file === undefined ? await io.find?.(usualIgnoreFile) : await io.read(file);
  return text === undefined ? [] : entriesIn(text, file ?? usualIgnoreFile);
}

function entriesIn(text: string, file: string): readonly IgnoreEntry[] {
  const parsed = parseValues(text);
  if (!parsed.ok) throw new UsageError(problemText(file, parsed));
  const values = parsed.values.flatMap((value) => (Array.isArray(value) ? value : [value]));
  const read = parseIgnoreEntries(values, file);
  if (!read.ok) throw new UsageError(read.problems.join('\n'));
  return read.entries;
}
