import type { KubernetesObject } from '@archipelago/apimachinery';
import type { ApiResult, KubernetesClient } from '@archipelago/kube-client';
import { nodeConditions } from '../node-conditions.ts';
import type { MachineStep } from './daemon-step.ts';
import { bootIdOf } from './machine.ts';
import { machineConfigResources } from './machine-config-resources.ts';

interface Sending {
  readonly step: Exclude<MachineStep, { do: 'nothing' | 'wait' | 'evict' }>;
  /** Of the operating system that is booted. */
  readonly image: string;
  /** RFC 3339. */
  readonly now: string;
  readonly options: { readonly fieldManager: string; readonly signal: AbortSignal };
}

/** Writes what a daemon, or the controller of drains, says about a node. */
export function sendMachineStep(
  client: KubernetesClient,
  node: KubernetesObject,
  { step, image, now, options }: Sending,
): Promise<ApiResult<unknown>> {
  const { nodes } = machineConfigResources;
  const { name } = node.metadata;
  switch (step.do) {
    case 'annotate': {
      const body = { metadata: { annotations: step.annotations } };
      return client.patch(nodes, { name }, { type: 'merge', body }, options);
    }
    case 'cordon': {
      const body = { spec: { unschedulable: step.unschedulable ? true : null } };
      return client.patch(nodes, { name }, { type: 'merge', body }, options);
    }
    case 'goDown': {
      const body = { status: { conditions: nodeConditions(node, false, now) } };
      return client.patchStatus(nodes, { name }, { type: 'merge', body }, options);
    }
    case 'comeUp': {
      const nodeInfo = { bootID: bootIdOf(step.config), osImage: `simulated ${image}`.trim() };
      const body = { status: { conditions: nodeConditions(node, true, now), nodeInfo } };
      return client.patchStatus(nodes, { name }, { type: 'merge', body }, options);
    }
  }
}
