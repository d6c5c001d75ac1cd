import { KubeconfigError, loadConnection, nodeTransport, type Transport } from '@archipelago/kube-client';
import { snapshotTransport } from '../../snapshot/snapshot-transport.ts';
import type { ClusterOptions } from '../flags/cluster-flags.ts';
import { UsageError } from '../process/io.ts';
import { readSnapshot } from './read-snapshot.ts';

/** The way to the cluster of a kubeconfig, or to a snapshot of one. */
export async function connect({ kubeconfig, context, snapshot }: ClusterOptions): Promise<Transport> {
  if (snapshot !== undefined) {
    const [flag, value] = kubeconfig === undefined ? ['context', context] : ['kubeconfig', kubeconfig];
    if (value !== undefined)
      throw new UsageError(
        `--${flag} ${value}: --snapshot ${snapshot} stands for the cluster; leave one of them out`,
      );
    return snapshotTransport(await readSnapshot(snapshot));
  }
  try {
    return nodeTransport(await loadConnection({ kubeconfig, context }));
  } catch (error) {
    if (error instanceof KubeconfigError) throw new UsageError(error.message);
    throw error;
  }
}
