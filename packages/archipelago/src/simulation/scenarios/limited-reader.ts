import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { simulatedAnnotation } from '../definitions/declaration/simulated.ts';
import { sandboxDefinitions } from '../definitions/sandbox-definitions.ts';

/** The user of a scenario who may not read everything. */
export const limitedReader = 'archipelago:limited-reader';

const coreResources = [
  'configmaps',
  'events',
  'namespaces',
  'nodes',
  'persistentvolumeclaims',
  'persistentvolumes',
  'pods',
  'services',
];

/** Rights of the limited reader: to read what a sandbox has, but for Secrets and what is withheld. */
export function limitedRights(withheld: readonly string[]): readonly KubernetesObject[] {
  const allowed = (resources: readonly string[]) => resources.filter((one) => !withheld.includes(one));
  const groups = [...new Set(sandboxDefinitions('openshift').definitions.map(({ group }) => group))];
  const rules = [
    rule([''], allowed(coreResources)),
    rule(['storage.k8s.io'], allowed(['csidrivers', 'storageclasses'])),
    rule(['apps', 'hco.kubevirt.io', ...groups], ['*']),
  ];
  const metadata = { name: limitedReader, annotations: { [simulatedAnnotation]: 'true' } };
  const apiVersion = 'rbac.authorization.k8s.io/v1';
  const apiGroup = 'rbac.authorization.k8s.io';
  return [
    { apiVersion, kind: 'ClusterRole', metadata, rules },
    {
      apiVersion,
      kind: 'ClusterRoleBinding',
      metadata,
      roleRef: { apiGroup, kind: 'ClusterRole', name: limitedReader },
      subjects: [{ apiGroup, kind: 'User', name: limitedReader }],
    },
  ];
}

function rule(apiGroups: readonly string[], resources: readonly string[]): JsonObject {
  return { apiGroups: [...apiGroups], resources: [...resources], verbs: ['get', 'list', 'watch'] };
}
