import {
  connectionError,
  KubeconfigError,
  loadConnection,
  nodeTransport,
  type Transport,
} from '@archipelago/kube-client';
import { snapshotTransport } from '../../snapshot/snapshot-transport.ts';
import type { ClusterOptions } from '../flags/cluster-flags.ts';
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
    return telling(
      nodeTransport(await loadConnection({ kubeconfig, context, token: login?.token })),
      options,
    );
  } catch (error) {
    if (error instanceof KubeconfigError) throw new UsageError(error.message);
    throw error;
  }
}

/** Who keeps somebody's login hears when it is not one any more; who looks, that nobody answered. */
function telling(transport: Transport, { login, onLost }: ClusterOptions): Transport {
  const { server } = transport;
  let isClosed = false;
  return {
    ...transport,
    send: async (request) => {
      try {
        const response = await transport.send(request);
        if (response.status === unauthorized) login?.refused();
        return response;
      } catch (error) {
        const lost = connectionError(`${request.method} ${request.path}`, server, error);
        // who gives up himself has lost nothing
        if (!request.signal.aborted && !isClosed) onLost?.(lost);
        throw error;
      }
    },
    close: () => {
      isClosed = true;
      transport.close();
    },
  };
}
