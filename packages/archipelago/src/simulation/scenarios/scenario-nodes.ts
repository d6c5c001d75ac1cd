import { type KubernetesObject, objectAt } from '@archipelago/apimachinery';
import { nodeConditions } from '../actors/node-conditions.ts';
import { simulatedNode } from '../actors/simulated-nodes.ts';
import type { Scenario, ScenarioNode } from './scenario.ts';
import { workers } from './scenario-parts.ts';

const usualWorkers = workers('w0 w1 w2');
/** Those that a scenario has that says nothing of them. */
export const controlPlanes: readonly ScenarioNode[] = ['cp0', 'cp1', 'cp2'].map((name) => ({
  name,
  roles: ['control-plane', 'master'],
  taints: [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }],
}));
const cordon = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };

/** The Nodes of a scenario; `now` is an RFC 3339 time. */
export function scenarioNodes(scenario: Scenario, now: string): readonly KubernetesObject[] {
  const { nodes = usualWorkers, controlPlanes: hasControlPlanes = true } = scenario;
  return [...(hasControlPlanes ? controlPlanes : []), ...nodes].map((node, index) =>
    nodeOf(node, { now, index }),
  );
}

function nodeOf(
  node: ScenarioNode,
  place: { readonly now: string; readonly index: number },
): KubernetesObject {
  const {
    name,
    architecture = 'amd64',
    roles = ['worker'],
    taints = [],
    cordoned = false,
    lost = false,
  } = node;
  const made = simulatedNode({ name, architecture, roles }, place);
  const status = objectAt(made, 'status');
  const swap = node.swap === undefined ? {} : { swap: { capacity: node.swap } };
  return {
    ...made,
    metadata: {
      ...made.metadata,
      labels: { ...made.metadata.labels, ...node.labels },
      annotations: { ...made.metadata.annotations, ...node.annotations },
    },
    spec: {
      taints: [...taints, ...(cordoned ? [cordon] : [])],
      ...(cordoned ? { unschedulable: true } : {}),
    },
    status: {
      ...status,
      nodeInfo: { ...objectAt(status, 'nodeInfo'), ...swap },
      ...(lost ? { conditions: nodeConditions(made, false, place.now) } : {}),
    },
  };
}
