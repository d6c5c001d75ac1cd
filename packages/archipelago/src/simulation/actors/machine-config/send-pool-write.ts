import type { ApiResult, KubernetesClient } from '@archipelago/kube-client';
import { machineConfigResources } from './machine-config-resources.ts';
import type { PoolWrite } from './pool-writes.ts';

interface Sending {
  readonly fieldManager: string;
  readonly signal: AbortSignal;
}

/** Writes what the controller of pools says. */
export function sendPoolWrite(
  client: KubernetesClient,
  write: PoolWrite,
  options: Sending,
): Promise<ApiResult<unknown>> {
  const { machineConfigs, pools, nodes } = machineConfigResources;
  switch (write.do) {
    case 'create':
      return client.create(machineConfigs, write.machineConfig, options);
    case 'configure': {
      const body = { spec: { configuration: write.configuration } };
      return client.patch(pools, { name: write.pool }, { type: 'merge', body }, options);
    }
    case 'tell': {
      const body = { status: write.status };
      return client.patchStatus(pools, { name: write.pool }, { type: 'merge', body }, options);
    }
    case 'target': {
      const body = { metadata: { annotations: write.annotations } };
      return client.patch(nodes, { name: write.node }, { type: 'merge', body }, options);
    }
  }
}
