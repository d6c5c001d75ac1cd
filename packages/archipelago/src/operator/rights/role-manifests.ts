import type { JsonObject } from '@archipelago/apimachinery';
import type { Permission } from './permission.ts';

const rbac = 'rbac.authorization.k8s.io';

/** An account that is given permissions. */
export interface Account {
  readonly name: string;
  readonly namespace: string;
  readonly labels: JsonObject;
}

/** The account with a role and its binding for the cluster and for each namespace. */
export function roleManifests(account: Account, all: readonly Permission[]): readonly JsonObject[] {
  const { name, namespace, labels } = account;
  const places = [...new Set(all.map((permission) => permission.namespace))];
  return places.flatMap((place) => {
    const rules = all.filter((permission) => permission.namespace === place).map(ruleOf);
    const prefix = place === undefined ? 'Cluster' : '';
    const metadata = { name, ...(place === undefined ? {} : { namespace: place }), labels };
    return [
      { apiVersion: `${rbac}/v1`, kind: `${prefix}Role`, metadata, rules },
      {
        apiVersion: `${rbac}/v1`,
        kind: `${prefix}RoleBinding`,
        metadata,
        roleRef: { apiGroup: rbac, kind: `${prefix}Role`, name },
        subjects: [{ kind: 'ServiceAccount', name, namespace }],
      },
    ];
  });
}

export function accountManifest({ name, namespace, labels }: Account): JsonObject {
  return { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace, labels } };
}

function ruleOf({ group, resource, names, verbs }: Permission): JsonObject {
  return {
    apiGroups: [group],
    resources: [resource],
    ...(names.length === 0 ? {} : { resourceNames: names }),
    verbs,
  };
}
