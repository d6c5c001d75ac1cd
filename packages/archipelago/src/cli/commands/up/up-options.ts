import { type AlertChoices, usualAlerts } from '../../../operator/options/alert-choices.ts';
import type { OperatorOptions } from '../../../operator/options/running-operator.ts';
import type { RegistryAddressFlags } from '../../flags/registry-address-flags.ts';
import { UsageError } from '../../process/io.ts';
import type { SandboxOptions } from '../sandbox/sandbox-options.ts';
import type { Watches } from '../sandbox/start-sandbox.ts';

/** The options of `up`, as they were written. */
export interface UpOptions extends SandboxOptions, RegistryAddressFlags {
  readonly filename?: string;
  readonly once?: boolean;
  readonly scenario?: string;
  readonly doctor?: boolean;
  readonly alertSpeed?: string;
  readonly builds?: string;
  readonly timeout?: string;
  readonly metricsPort?: string;
  readonly output?: string;
}

const fastestAlerts = 3_600;

/** Reads `--alert-speed` (1 when absent): how the operator looks at its alerts. */
export function parseAlertSpeed(text = '1'): AlertChoices {
  const speed = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (speed < 1 || speed > fastestAlerts)
    throw new UsageError(
      `--alert-speed ${JSON.stringify(text)}: must be a whole number from 1 to ${fastestAlerts}`,
    );
  const { everyMs, tellAfterMs } = usualAlerts;
  return { everyMs: Math.max(shortestLookMs, everyMs / speed), tellAfterMs: tellAfterMs / speed, speed };
}

const shortestLookMs = 200;

/** Watches are heard, and begin anew, so much more often, too: they are to be well where silence is soon called stale, and a right that is taken away is to be missed soon. */
export function quickenedWatches(speed: number): Watches & Pick<OperatorOptions, 'timing'> {
  if (speed === 1) return {};
  const watchSeconds = Math.max(1, Math.floor(usualWatchSeconds / speed));
  return { bookmarkMs: Math.max(shortestBookmarkMs, usualBookmarkMs / speed), timing: { watchSeconds } };
}

const usualWatchSeconds = 225;
const usualBookmarkMs = 60_000;
const shortestBookmarkMs = 400;

/** Reads `--metrics-port`; 0, also when absent: a free one. */
export function parseMetricsPort(text = '0'): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--metrics-port ${JSON.stringify(text)}: must be a port, 0 to 65535; 0 is a free one`);
}

/** Whether the summary is wanted as JSON. */
export function parseOutput(text: string | undefined): boolean {
  if (text === undefined) return false;
  if (text === 'json') return true;
  throw new UsageError(`--output ${JSON.stringify(text)}: must be json`);
}
