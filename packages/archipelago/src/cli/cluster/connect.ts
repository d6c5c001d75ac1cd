import { KubeconfigError, loadConnection, nodeTransport, type Transport } from '@archipelago/kube-client';
import { snapshotTransport } from '../../snapshot/snapshot-transport.ts';
import type { ClusterOptions, OwnLogin } from '../flags/cluster-flags.ts';
import { UsageError } from '../process/io.ts';
import { readSnapshot } from './read-snapshot.ts';

const unauthorized = 401;

/** The way to the cluster of a kubeconfig, or to a snapshot of one. */
export async function connect(options: ClusterOptions): Promise<Transport> {
  const { kubeconfig, context, snapshot, login } = options;
  if (snapshot !== undefined) {
    const [flag, value] = kubeconfig === undefined ? ['context', context] : ['kubeconfig', kubeconfig];
    if (value !== undefined)
      throw new UsageError(
        `--${flag} ${value}: --snapshot ${snapshot} stands for the cluster; leave one of them out`,
      );
    return snapshotTransport(await readSnapshot(snapshot));
  }
  try {
    const transport = nodeTransport(await loadConnection({ kubeconfig, context, token: login?.token }));
    return login === undefined ? transport : telling(transport, login);
  } catch (error) {
    if (error instanceof KubeconfigError) throw new UsageError(error.message);
    throw error;
  }
}

/** Who keeps somebody's login hears when it is not one any more. */
function telling(transport: Transport, { refused }: OwnLogin): Transport {
  return {
    ...transport,
    send: async (request) => {
      const response = await transport.send(request);
      if (response.status === unauthorized) refused();
      return response;
    },
  };
}
