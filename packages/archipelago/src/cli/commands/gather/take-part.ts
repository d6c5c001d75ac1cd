import type { Io } from '../../process/io.ts';
import type { GatherFolder } from './gather-folder.ts';
import type { GatherPart } from './gather-part.ts';
import type { ToldPart } from './gather-readme.ts';
import { scrubText } from './scrub-text.ts';

/** How long a part may take, in milliseconds: all of them together are to take about a minute. */
const usualPatienceMs = 25_000;

/** Takes a part and writes it; what goes wrong is told and is no reason to leave out others. */
export async function takePart(
  { name, holds, take, patienceMs = usualPatienceMs }: GatherPart,
  folder: GatherFolder,
  io: Io,
): Promise<ToldPart> {
  if (typeof take !== 'function') return { name, holds, outcome: 'left out', why: [take.leftOut] };
  io.err(`gathering ${name}\n`);
  try {
    const { files, missing } = await inTime(take(), patienceMs);
    for (const file of files) await folder.write(file);
    if (missing.length === 0) return { name, holds, outcome: 'there', why: [] };
    return toldMissing(
      { name, holds, outcome: files.length > 0 ? 'not whole' : 'missing', why: missing },
      io,
    );
  } catch (error) {
    const why = [error instanceof Error ? error.message : String(error)];
    return toldMissing({ name, holds, outcome: 'missing', why }, io);
  }
}

/** Messages of servers and programs may have anything in them. */
function toldMissing(part: ToldPart, io: Io): ToldPart {
  const why = part.why.map(scrubText);
  for (const each of why) io.err(`warning: ${part.name}: ${each}\n`);
  return { ...part, why };
}

async function inTime<T>(taking: Promise<T>, patienceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${patienceMs / 1_000} s`)), patienceMs);
  });
  try {
    return await Promise.race([taking, late]);
  } finally {
    clearTimeout(timer);
  }
}
