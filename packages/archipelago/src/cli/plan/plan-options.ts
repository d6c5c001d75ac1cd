import type { ClusterOptions } from '../cluster/live-cluster.ts';
import type { RegistryFlags } from '../images/registry-ways.ts';
import type { Output } from '../print-data.ts';

/** The flags of `plan`, as commander gives them. */
export interface PlanOptions extends ClusterOptions, RegistryFlags {
  readonly filename?: string;
  readonly set?: readonly string[];
  /** A file with facts, instead of a cluster. */
  readonly cluster?: string;
  readonly output?: Output;
}
