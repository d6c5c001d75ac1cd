import { isUnreachable } from '../cluster/unreachable-error.ts';
import type { Io } from '../process/io.ts';
import { jsonText } from '../text/json-text.ts';

/** What a command found. */
interface Answer {
  readonly text: string;
  readonly code: number;
  /** Two answers are the same for who watches where this is. */
  readonly same: object;
}

interface Asking {
  readonly output: string | undefined;
  readonly watch: boolean | undefined;
  readonly io: Pick<Io, 'out' | 'err' | 'again'>;
}

/** Prints what `look` finds and returns its exit code; with `watch` again whenever it has changed, until whoever watches has enough. */
export async function answered({ output, watch, io }: Asking, look: () => Promise<Answer>): Promise<number> {
  let last = await look();
  io.out(last.text);
  if (watch !== true) return last.code;
  while (await io.again?.()) {
    const next = await lookAgain(look, io);
    if (next === undefined) continue;
    if (jsonText(next.same) !== jsonText(last.same)) io.out(`${between(output)}${next.text}`);
    last = next;
  }
  return last.code;
}

/** A cluster that is away for a moment ends no watch. */
async function lookAgain(look: () => Promise<Answer>, io: Pick<Io, 'err'>): Promise<Answer | undefined> {
  try {
    return await look();
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    io.err(`note: ${error.message}\n`);
    return undefined;
  }
}

/** JSON documents stand one after the other. */
function between(output: string | undefined): string {
  if (output === 'json' || output === 'name') return '';
  return output === 'yaml' ? '---\n' : `\n${new Date().toISOString()}\n`;
}
