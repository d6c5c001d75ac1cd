import type { RegistryAddressFlags } from '../../flags/registry-address-flags.ts';
import type { ElectionOptions } from './election-timing.ts';
import type { LayeringOptions } from './layering-options.ts';
import type { LogOptions } from './log/create-log.ts';
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
    WebhookOptions,
    LogOptions {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly namespace?: string;
  /** `--no-leader-elect` makes it false. */
  readonly leaderElect?: boolean;
  readonly doctor?: boolean;
}
