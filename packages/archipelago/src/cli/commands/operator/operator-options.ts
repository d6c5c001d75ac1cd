import type { RegistryAddressFlags } from '../../flags/registry-address-flags.ts';
import { UsageError } from '../../process/io.ts';
import type { ElectionOptions } from './election-timing.ts';
import type { LayeringOptions } from './layering-options.ts';
import type { RegistryOptions } from './registry-options.ts';
import type { MetricsOptions } from './serve-metrics.ts';
import type { WebhookOptions } from './webhook.ts';

/** The flags of `operator`, as commander gives them. */
export interface OperatorCommandOptions
  extends RegistryOptions,
    LayeringOptions,
    RegistryAddressFlags,
    ElectionOptions,
    MetricsOptions,
    WebhookOptions {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly namespace?: string;
  /** `--no-leader-elect` makes it false. */
  readonly leaderElect?: boolean;
  readonly logLevel?: string;
  readonly doctor?: boolean;
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

type LogLevel = (typeof logLevels)[number];

/** How much is logged. */
export function parseLogLevel(text = 'info'): LogLevel {
  const found = logLevels.find((level) => level === text);
  if (found !== undefined) return found;
  throw new UsageError(`--log-level ${text}: must be one of ${logLevels.join(', ')}`);
}
