import type { ClusterOptions } from '../../flags/cluster-flags.ts';
import type { RegistryFlags } from '../../flags/registry-flags.ts';
import type { Output } from '../../text/print-data.ts';

/** The flags of `plan`, as commander gives them. */
export interface PlanOptions extends ClusterOptions, RegistryFlags {
  readonly filename?: string;
  readonly set?: readonly string[];
  /** A file with facts, instead of a cluster. */
  readonly cluster?: string;
  readonly output?: Output | 'name';
}
