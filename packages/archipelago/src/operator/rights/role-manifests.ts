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
    const rules = combined(all, place).map(ruleOf);
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

/** What holds in one place, each thing once; what holds everywhere needs no rule in a namespace. */
function combined(all: readonly Permission[], place: string | undefined): readonly Permission[] {
  const byThing = new Map<string, Permission>();
  for (const one of all.filter(({ namespace }) => namespace === place)) {
    const key = JSON.stringify([one.group, one.resource, one.names]);
    const before = byThing.get(key)?.verbs ?? [];
    byThing.set(key, { ...one, verbs: [...new Set([...before, ...one.verbs])] });
  }
  return [...byThing.values()]
    .map((one) => ({ ...one, verbs: one.verbs.filter((verb) => !isGivenBy(all, one, verb)) }))
    .filter(({ verbs }) => verbs.length > 0);
}

/** Whether a wider rule gives it: everywhere, or for objects of every name. */
function isGivenBy(all: readonly Permission[], one: Permission, verb: string): boolean {
  return all.some(
    ({ namespace, group, resource, names, verbs }) =>
      (namespace === undefined || namespace === one.namespace) &&
      (namespace !== one.namespace || one.names.length > 0) &&
      names.length === 0 &&
      [group, resource].join() === [one.group, one.resource].join() &&
      verbs.includes(verb),
  );
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
