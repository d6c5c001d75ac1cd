import type { ClusterOptions } from '../../flags/cluster-flags.ts';

/** The flags of `gather`, as commander gives them. */
export interface GatherOptions extends Omit<ClusterOptions, 'snapshot'> {
  readonly maskNames?: boolean;
  readonly metricsUrl?: string;
  readonly tokenFile?: string;
  readonly caFile?: string;
}
