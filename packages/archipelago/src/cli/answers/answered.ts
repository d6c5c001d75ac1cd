import { isUnreachable } from '../cluster/unreachable-error.ts';
import { type Io, UsageError } from '../process/io.ts';
import { jsonText } from '../text/json-text.ts';
import type { ListOutput } from '../text/list-output.ts';
import { printData } from '../text/print-data.ts';
import type { Answer } from './answer.ts';

/** How an answer is wanted, as commander gives the flags. */
export interface AnswerFlags {
  readonly output?: ListOutput | undefined;
  readonly watch?: boolean;
  /** Where it is looked, if that is no cluster. */
  readonly snapshot?: string;
}

type Look = (io: Io) => Promise<Answer>;

/** Prints what `look` finds and returns its exit code; with `watch` again whenever it has changed, until whoever watches has enough. */
export async function answered(flags: AnswerFlags, given: Io, look: Look): Promise<number> {
  const { output, watch = false, snapshot } = flags;
  if (watch && snapshot !== undefined)
    throw new UsageError(`--watch: what is in ${snapshot} does not change; leave --watch or --snapshot out`);
  const io = watch ? saidOnce(given) : given;
  let last = await look(io);
  io.out(printed(last, output, watch));
  if (!watch) return last.code;
  while (await io.again?.()) {
    const next = await lookAgain(look, io);
    if (next === undefined) continue;
    if (told(next, output) !== told(last, output))
      io.out(`${between(output)}${printed(next, output, watch)}`);
    last = next;
  }
  return last.code;
}

function printed({ data, names, print }: Answer, output: ListOutput | undefined, isWatched: boolean): string {
  switch (output) {
    case 'json':
      // a line each, for who reads line by line
      return isWatched ? `${jsonText(data)}\n` : printData(data, 'json');
    case 'yaml':
      return printData(data, 'yaml');
    case 'name':
      return names.map((name) => `${name}\n`).join('');
    default:
      return print(output === 'wide');
  }
}

function told({ data, names, same = data }: Answer, output: ListOutput | undefined): string {
  return jsonText(output === 'name' ? names : same);
}

/** Whoever watches hears each note once, not every time that it is looked again. */
function saidOnce(io: Io): Io {
  const said = new Set<string>();
  const err = (text: string) => {
    if (!said.has(text)) io.err(text);
    said.add(text);
  };
  return { ...io, err };
}

/** A cluster that is away for a moment ends no watch. */
async function lookAgain(look: Look, io: Io): Promise<Answer | undefined> {
  try {
    return await look(io);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    io.err(`note: ${error.message}\n`);
    return undefined;
  }
}

/** JSON documents and names stand one after the other. */
function between(output: ListOutput | undefined): string {
  if (output === 'json' || output === 'name') return '';
  return output === 'yaml' ? '---\n' : `\n${new Date().toISOString()}\n`;
}
