import { expect, test } from 'vitest';
import { type ElectionOptions, parseElectionTiming } from './election-timing.ts';

test.each<[string, ElectionOptions, readonly [number, number, number]]>([
  ['nothing said', {}, [15_000, 10_000, 2_000]],
  ['a longer lease', { leaderElectLeaseDuration: '137s' }, [137_000, 10_000, 2_000]],
  [
    'all three',
    {
      leaderElectLeaseDuration: '2s',
      leaderElectRenewDeadline: '1.5s',
      leaderElectRetryPeriod: '400ms',
    },
    [2_000, 1_500, 400],
  ],
])('%s', (_, options, [leaseDurationMs, renewDeadlineMs, retryPeriodMs]) => {
  expect(parseElectionTiming(options)).toEqual({ leaseDurationMs, renewDeadlineMs, retryPeriodMs });
});

test.each<[ElectionOptions, string]>([
  [{ leaderElectLeaseDuration: '15' }, '--leader-elect-lease-duration 15: must be a duration'],
  [{ leaderElectRetryPeriod: '0' }, '--leader-elect-retry-period 0: must be a duration'],
  [{ leaderElectRetryPeriod: '-2s' }, '--leader-elect-retry-period -2s: must be a duration'],
  [{ leaderElectLeaseDuration: '2h' }, '--leader-elect-lease-duration 2h: must be a duration'],
  [
    {
      leaderElectLeaseDuration: '900ms',
      leaderElectRenewDeadline: '500ms',
      leaderElectRetryPeriod: '100ms',
    },
    '--leader-elect-lease-duration 900ms: must be 1s or more',
  ],
  [
    { leaderElectLeaseDuration: '10s' },
    '--leader-elect-renew-deadline 10s: must be less than --leader-elect-lease-duration, which is 10s',
  ],
  [
    { leaderElectRetryPeriod: '12s' },
    '--leader-elect-retry-period 12s: must be less than --leader-elect-renew-deadline, which is 10s',
  ],
])('%j is refused', (options, message) => {
  expect(() => parseElectionTiming(options)).toThrow(message);
});
