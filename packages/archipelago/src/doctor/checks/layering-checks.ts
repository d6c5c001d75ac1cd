import { conditionOf, type JsonObject, textAt } from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import type { Check, Found, Outcome } from '../model/check.ts';

const needs = ['layeringConfigs', 'machineOsConfigs'] as const;

/** Images of nodes, as the operator that builds them tells in the status of their MachineOSConfigs. */
export const layeringChecks: readonly Check[] = [
  {
    code: 'VD951',
    title: 'Images of nodes can be built',
    severity: 'warning',
    confidence: 'certain',
    needs,
    message: 'MachineOSConfig {config}: {reason}: {message}',
    impact: 'Its nodes keep the image that they have.',
    fix: 'remove the cause that the message names, and have it tried again',
    commands: ['archipelago layering retry {config}'],
    falsePositives: 'none',
    find: (cluster) =>
      configsWhere(cluster, (config) => {
        const condition = conditionOf(config, 'Degraded');
        return condition?.status === 'True' ? condition : undefined;
      }),
  },
  {
    code: 'VD952',
    title: 'Nodes get their image',
    severity: 'warning',
    confidence: 'certain',
    needs,
    after: ['VD951'],
    message: 'MachineOSConfig {config}: {reason}: {message}',
    impact: 'Some of its nodes run another image than the others.',
    fix: 'look at the nodes that the message names: archipelago layering status {config}',
    commands: ['archipelago layering status {config}'],
    falsePositives:
      'a rollout that is under way, a pool that is paused and one that somebody else rolls out are left out',
    find: (cluster) =>
      configsWhere(cluster, (config) => {
        const condition = conditionOf(config, 'NodesUpdated');
        return condition?.status === 'False' && stuck.includes(textAt(condition, 'reason'))
          ? condition
          : undefined;
      }),
  },
];

/** Reasons for which nobody has to be waited, and that nobody chose. */
const stuck = ['RolloutStopped', 'NoAgent', 'NotHandedOver', 'NodesHeld'];

function configsWhere(
  cluster: ClusterView,
  conditionIn: (config: JsonObject) => JsonObject | undefined,
): Outcome {
  const configs = [...cluster.objects('layeringConfigs'), ...cluster.objects('machineOsConfigs')];
  if (configs.length === 0) return { skipped: 'there is no MachineOSConfig' };
  return configs.flatMap((config): readonly Found[] => {
    const condition = conditionIn(config);
    const name = textAt(config, 'metadata', 'name');
    if (condition === undefined) return [];
    const params = {
      config: name,
      reason: textAt(condition, 'reason'),
      message: textAt(condition, 'message'),
    };
    return [{ object: { kind: 'MachineOSConfig', name }, params }];
  });
}
