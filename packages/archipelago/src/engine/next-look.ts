import type { WorkOutcome } from '@archipelago/kube-client';
import type { Plan } from './plan/plan.ts';
import { type Done, isChange, undoneBecause } from './verdict.ts';

/** When a planner wants to look again. */
interface Looks {
  /** After writes that have to be followed by others; undefined: one plan brings everything about. */
  readonly afterWritesMs?: number;
  /** However often something was refused, it is tried again within that; undefined: the queue's own patience. */
  readonly retryWithinMs?: number;
  /** Without any change: not earlier, and not later; undefined: when the plan says so. */
  readonly shortestSleepMs?: number;
  readonly longestSleepMs?: number;
}

/** What is next after a plan was carried out: try again, look again, or rest. */
export function nextLook(
  plan: Pick<Plan, 'wakeAt'>,
  done: readonly Done[],
  now: number,
  looks: Looks,
): WorkOutcome {
  const because = undoneBecause(done);
  const { afterWritesMs, retryWithinMs, shortestSleepMs = 0, longestSleepMs } = looks;
  // a grant may come any moment; a mistake of ours stays one
  const withinMs =
    undoneBecause(done.filter(({ verdict }) => verdict.verdict !== 'failed')) === undefined
      ? undefined
      : retryWithinMs;
  if (because !== undefined)
    return { outcome: 'retry', because, ...(withinMs === undefined ? {} : { withinMs }) };
  // what changed nothing would change nothing again: somebody takes it back, admission say
  if (done.some(({ verdict }) => isChange(verdict)) && afterWritesMs !== undefined)
    return { outcome: 'again', delayMs: afterWritesMs };
  const waits = [plan.wakeAt === undefined ? undefined : plan.wakeAt - now, longestSleepMs];
  const delayMs = Math.min(...waits.flatMap((wait) => wait ?? []));
  if (!Number.isFinite(delayMs)) return { outcome: 'done' };
  return { outcome: 'again', delayMs: Math.max(shortestSleepMs, delayMs) };
}
