import type { RegistryAddressFlags } from '../../flags/registry-address-flags.ts';
import { UsageError } from '../../process/io.ts';
import type { ElectionOptions } from './election-timing.ts';
import type { LayeringOptions } from './layering-options.ts';
import type { RegistryOptions } from './registry-options.ts';

/** The flags of `operator`, as commander gives them. */
export interface OperatorCommandOptions
  extends RegistryOptions,
    LayeringOptions,
    RegistryAddressFlags,
    ElectionOptions {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly namespace?: string;
  /** `--no-leader-elect` makes it false. */
  readonly leaderElect?: boolean;
  readonly metricsPort?: string;
  readonly metricsHost?: string;
  readonly logLevel?: string;
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

type LogLevel = (typeof logLevels)[number];

/** As controllers everywhere have it. */
const standardMetricsPort = '8443';
const highestPort = 65_535;

/** The port of the metrics endpoint; 0 takes a free one. */
export function parseMetricsPort(text: string = standardMetricsPort): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= highestPort) return port;
  throw new UsageError(`--metrics-port ${text}: must be a whole number from 0 to ${highestPort}`);
}

/** How much is logged. */
export function parseLogLevel(text = 'info'): LogLevel {
  const found = logLevels.find((level) => level === text);
  if (found !== undefined) return found;
  throw new UsageError(`--log-level ${text}: must be one of ${logLevels.join(', ')}`);
}
