import { type Clock, sleep } from '@archipelago/apimachinery';
import type { TakeoverStep } from '../../../reconcile/takeover/takeover-step.ts';
import type { Io } from '../../process/io.ts';
import { stepLine } from './print-adoption.ts';
import { type WritingClient, writeStep } from './step-writer.ts';

interface CarryingOut {
  readonly client: WritingClient;
  readonly io: Pick<Io, 'err'>;
  readonly clock: Clock;
  /** What is still to be done, as the cluster is now. */
  readonly steps: () => Promise<readonly TakeoverStep[]>;
  /** Called with all that is to be done before anything of it is. */
  readonly before: (steps: readonly TakeoverStep[]) => Promise<void>;
  /** By the clock that never jumps. */
  readonly endsAt: number;
}

export const pauseMs = 500;
/** OLM may write over a step while it takes notice. */
const mostWrites = 5;

/**
 * Does the first step that is to be done, and looks again, until there is none: so every step is done once, wherever an earlier run ended.
 * Undefined: all is done; else why not.
 */
export async function carryOut(work: CarryingOut): Promise<string | undefined> {
  const { client, io, clock, steps, before, endsAt } = work;
  const written = new Map<string, number>();
  let told = '';
  for (;;) {
    const left = await steps();
    const [step] = left;
    if (step === undefined) return undefined;
    await before(left);
    const line = stepLine(step);
    if (line !== told) io.err(`${line}\n`);
    told = line;
    const count = (written.get(line) ?? 0) + 1;
    written.set(line, count);
    const problem = problemOf(step, count, clock.monotonic() > endsAt) ?? (await write(client, step));
    if (problem !== undefined) return `${line}: ${problem}`;
    if (step.write.verb === 'wait' || count > 1) await sleep(clock, pauseMs, never);
  }
}

const never = new AbortController().signal;

function problemOf({ write, changes }: TakeoverStep, count: number, isLate: boolean): string | undefined {
  if (write.verb !== 'wait')
    return count > mostWrites
      ? 'it was written five times, and somebody writes it back each time'
      : undefined;
  const [{ field, before } = { field: 'it', before: undefined }] = changes;
  return isLate ? `${field} is still ${JSON.stringify(before ?? null)} at the end of --timeout` : undefined;
}

/** Who was faster has changed what the step was made for: it is looked at again. */
async function write(client: WritingClient, step: TakeoverStep): Promise<string | undefined> {
  const answer = await writeStep(client, step, false);
  if (answer.ok || answer.status.code === 409 || isGone(step, answer.status.code)) return undefined;
  return `the server refuses it: ${answer.status.message}`;
}

function isGone({ write }: TakeoverStep, code: number): boolean {
  return write.verb === 'delete' && code === 404;
}
