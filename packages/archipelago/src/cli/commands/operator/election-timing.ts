import { parseGoDuration } from '@archipelago/apimachinery';
import type { LeaderElectionTiming } from '@archipelago/kube-client';
import { UsageError } from '../../process/io.ts';

/** The flags about the lease, as commander gives them: durations as `15s`. */
export interface ElectionOptions {
  readonly leaderElectLeaseDuration?: string;
  readonly leaderElectRenewDeadline?: string;
  readonly leaderElectRetryPeriod?: string;
}

const leaseFlag = '--leader-elect-lease-duration';
const renewFlag = '--leader-elect-renew-deadline';
const retryFlag = '--leader-elect-retry-period';
/** A Lease tells its duration in whole seconds. */
const shortestLeaseMs = 1_000;
const longestMs = 60 * 60 * 1_000;

/**
 * Reads how long a lease lasts, how long its holder tries to renew it, and how often; usual values where nothing is said. Throws a
 * UsageError for durations that no election can keep to.
 */
export function parseElectionTiming(options: ElectionOptions): LeaderElectionTiming {
  const { leaderElectLeaseDuration, leaderElectRenewDeadline, leaderElectRetryPeriod } = options;
  const leaseText = leaderElectLeaseDuration ?? '15s';
  const renewText = leaderElectRenewDeadline ?? '10s';
  const retryText = leaderElectRetryPeriod ?? '2s';
  const leaseDurationMs = milliseconds(leaseFlag, leaseText);
  const renewDeadlineMs = milliseconds(renewFlag, renewText);
  const retryPeriodMs = milliseconds(retryFlag, retryText);
  if (leaseDurationMs < shortestLeaseMs)
    throw new UsageError(`${leaseFlag} ${leaseText}: must be 1s or more; a Lease tells it in whole seconds`);
  if (leaseDurationMs <= renewDeadlineMs) throw tooLong(renewFlag, renewText, leaseFlag, leaseText);
  if (renewDeadlineMs <= retryPeriodMs) throw tooLong(retryFlag, retryText, renewFlag, renewText);
  return { leaseDurationMs, renewDeadlineMs, retryPeriodMs };
}

function milliseconds(flag: string, text: string): number {
  const parsed = parseGoDuration(text);
  const ms = parsed.ok ? Number(parsed.nanoseconds / 1_000_000n) : 0;
  if (ms >= 1 && ms <= longestMs) return ms;
  throw new UsageError(`${flag} ${text}: must be a duration from 1ms to 1h, such as 15s`);
}

function tooLong(flag: string, text: string, other: string, otherText: string): UsageError {
  return new UsageError(`${flag} ${text}: must be less than ${other}, which is ${otherText}`);
}
