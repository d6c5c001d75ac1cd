import { timestamp } from '@archipelago/apimachinery';
import type { MachineOsBuildStatus } from '../api/machine-os-build-status-schema.ts';
import type { ObservedJob } from './observed-job.ts';

/** One entry of a build's `status.platforms`. */
export type PlatformStatus = NonNullable<MachineOsBuildStatus['platforms']>[number];

/** A job that has ended, as the status keeps it. */
export type Attempt = NonNullable<PlatformStatus['attempts']>[number];

/** Ends of an attempt that count against the platform; the others are nobody's fault, or none. */
const failures: ReadonlySet<string> = new Set(['JobFailed', 'ClaimMissing', 'ClaimInvalid', 'ClaimMismatch']);

export function isFailure({ reason }: Attempt): boolean {
  return failures.has(reason);
}

/** Whether a platform has its image. */
export function isSettled({ state, image }: PlatformStatus): boolean {
  return image !== undefined && (state === 'Succeeded' || state === 'Reused');
}

/** The end of a job's attempt; the oldest are forgotten when there are very many. */
export function withAttempt(
  attempts: readonly Attempt[],
  job: Pick<ObservedJob, 'name' | 'uid'>,
  end: {
    readonly at: number;
    readonly reason: string;
    readonly message?: string;
    readonly exitCode?: number | undefined;
  },
): readonly Attempt[] {
  const entry: Attempt = {
    job: job.name,
    uid: job.uid,
    end: timestamp(end.at),
    reason: end.reason,
    ...(end.exitCode === undefined ? {} : { exitCode: end.exitCode }),
    ...(end.message === undefined ? {} : { message: end.message.slice(0, 1000) }),
  };
  return [...attempts, entry].slice(-50);
}

/** How long to wait after so many failures in a row; milliseconds. */
export function backoffMs(failuresInARow: number): number {
  return failuresInARow === 0 ? 0 : Math.min(300_000, 10_000 * 2 ** (failuresInARow - 1));
}
