import type { Inputs } from '../../cluster-facts/inputs.ts';
import type { ClusterOptions } from '../flags/cluster-flags.ts';
import type { Io } from '../process/io.ts';
import { withCluster } from './live-cluster.ts';

/** What the operator would see of the cluster in a snapshot. */
export function snapshotInputs(
  { snapshot }: Pick<ClusterOptions, 'snapshot'>,
  io: Pick<Io, 'err'>,
): Promise<Inputs> {
  return withCluster(snapshot === undefined ? {} : { snapshot }, io, async ({ inputs }) => inputs);
}
