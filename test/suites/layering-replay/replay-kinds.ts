import type { JsonObject } from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import { machineConfigGroup } from '../../../packages/archipelago/src/layering/api/layering-names.ts';
import {
  buildKinds,
  configKinds,
  layeringKinds,
} from '../../../packages/archipelago/src/operator/layering/layering-kinds.ts';

const { nodes, pools, machineConfigs, machineSets, jobs, pods, configMaps } = layeringKinds;

/** Everything that is in simulated worlds. */
export const worldKinds: readonly Resource[] = [
  configKinds[machineConfigGroup],
  buildKinds[machineConfigGroup],
  jobs,
  pods,
  configMaps,
  nodes,
  pools,
  machineConfigs,
  machineSets,
];

/** What must be the same there and on the server. */
export const comparedKinds: readonly Resource[] = [
  configKinds[machineConfigGroup],
  buildKinds[machineConfigGroup],
  jobs,
  configMaps,
];

export function worldKind(kind: string): Resource {
  const found = worldKinds.find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`no ${kind} in simulated worlds`);
  return found;
}

const open: JsonObject = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

/** Of the kinds of others, as much as a server needs to keep objects of them. */
export const foreignDefinitions: readonly JsonObject[] = [pools, machineConfigs, machineSets].map(
  foreignDefinition,
);

export function foreignDefinition({ group, version, plural, kind, namespaced }: Resource): JsonObject {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      // asked for in groups of Kubernetes' own
      annotations: { 'api-approved.kubernetes.io': 'unapproved, for tests only' },
    },
    spec: {
      group,
      names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
      scope: namespaced ? 'Namespaced' : 'Cluster',
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec: open, status: open } } },
          subresources: { status: {} },
        },
      ],
    },
  };
}
