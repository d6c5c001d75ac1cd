import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { KubernetesObject } from '@archipelago/apimachinery';
import {
  createKubernetesClient,
  type KubernetesClient,
  nodeTransport,
  type Resource,
} from '@archipelago/kube-client';
import type { ClusterAnswer, ClusterReady, ClusterRequest } from './cluster-process.ts';

/** A cluster in a process of its own, and what the operator asks of it. */
export interface MeasuredCluster {
  readonly client: KubernetesClient;
  readonly operatorKubeconfig: string;
  /** The operator's requests since the last call. */
  requests(): Promise<readonly string[]>;
  createNodes(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts this program once more as the cluster. */
export async function startMeasuredCluster(): Promise<MeasuredCluster> {
  const child = fork(process.argv[1] ?? '', ['--cluster'], { stdio: 'inherit' });
  const [{ ready }] = (await once(child, 'message')) as [ClusterReady];
  const material = {
    headers: { authorization: `Bearer ${ready.adminToken}` },
    tls: { ca: ready.ca, insecure: false },
  };
  const connection = {
    server: new URL(ready.url),
    namespace: '',
    material: async () => material,
    refused: () => false,
  };
  const client = createKubernetesClient({ transport: nodeTransport(connection) });
  return {
    client,
    operatorKubeconfig: ready.operatorKubeconfig,
    async requests() {
      const answer = await ask(child, { do: 'requests' });
      return 'requests' in answer ? answer.requests : [];
    },
    async createNodes(count) {
      await ask(child, { do: 'nodes', count });
    },
    async stop() {
      client.close();
      child.send({ do: 'stop' } satisfies ClusterRequest);
      await once(child, 'exit');
    },
  };
}

async function ask(child: ChildProcess, request: ClusterRequest): Promise<ClusterAnswer> {
  const answered = once(child, 'message') as Promise<[ClusterAnswer]>;
  child.send(request);
  return (await answered)[0];
}

const patienceMs = 60_000;

/**
 * Begins to watch; the function it resolves to waits for an object that fits, seen after that, and gives
 * `performance.now()` of when it was seen.
 */
export async function watchFor(
  client: KubernetesClient,
  resource: Resource,
  fits: (object: KubernetesObject) => boolean,
): Promise<() => Promise<number>> {
  const controller = new AbortController();
  const opened = await client.watch(resource, { signal: controller.signal });
  if (!opened.ok) throw new Error(`watch ${resource.plural}: ${opened.status.message}`);
  const stream = opened.value;
  const seen = (async () => {
    for await (const events of stream) {
      const found = events.some(
        (event) => 'object' in event && event.type !== 'DELETED' && fits(event.object),
      );
      if (found) return performance.now();
    }
    throw new Error(`the watch of ${resource.plural} ended before what was waited for`);
  })();
  seen.catch(() => undefined);
  return async () => {
    const timer = setTimeout(() => controller.abort(), patienceMs);
    try {
      return await seen;
    } finally {
      clearTimeout(timer);
      stream.close();
    }
  };
}
