import { parseGoDuration } from '@archipelago/apimachinery';
import { type AlertChoices, usualAlerts } from '../../../operator/options/alert-choices.ts';
import type { OperatorOptions } from '../../../operator/options/running-operator.ts';
import type { RegistryAddressFlags } from '../../flags/registry-address-flags.ts';
import { UsageError } from '../../process/io.ts';
import type { SandboxOptions } from '../sandbox/sandbox-options.ts';

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

const longestTimeoutMs = 24 * 3_600_000;

/** Reads `--timeout` (60s when absent) as milliseconds. */
export function parseTimeout(text = '60s'): number {
  const parsed = parseGoDuration(text);
  const milliseconds = parsed.ok ? Number(parsed.nanoseconds) / 1e6 : 0;
  if (milliseconds > 0 && milliseconds <= longestTimeoutMs) return milliseconds;
  throw new UsageError(
    `--timeout ${JSON.stringify(text)}: must be a duration such as 60s or 2m, more than nothing and at most 24h`,
  );
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

/** Watches begin anew that often that each is heard within a quarter of the time after which an alert calls it stale. */
export function quickenedWatches(speed: number): Pick<OperatorOptions, 'timing'> {
  if (speed === 1) return {};
  return { timing: { watchSeconds: Math.max(1, Math.floor(heardWithinSeconds / speed)) } };
}

const heardWithinSeconds = 225;

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
