import type { JsonObject } from '@archipelago/apimachinery';
import { type FactName, factKinds, factNames } from '../facts/fact-kinds.ts';
import type { Check } from '../model/check.ts';
import { alsoReads } from './also-reads.ts';

const verbs = ['get', 'list'] as const;
const name = 'archipelago-doctor';
const rbac = 'rbac.authorization.k8s.io';

/** The ClusterRole with which these checks, and those whose findings are the cause of theirs, can look at everything; nothing more. */
export function roleOf(checks: readonly Check[], all: readonly Check[]): JsonObject {
  const read = new Set(withCauses(checks, all).flatMap(factsOf));
  const byGroup = new Map<string, string[]>();
  for (const fact of factNames.filter((one) => read.has(one))) {
    const { group, plural } = factKinds[fact];
    byGroup.set(group, [...(byGroup.get(group) ?? []), plural]);
  }
  const rules = [...byGroup]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, resources]) => ({ apiGroups: [group], resources: resources.sort(), verbs: [...verbs] }));
  return { apiVersion: `${rbac}/v1`, kind: 'ClusterRole', metadata: { name }, rules };
}

/** The ClusterRoleBinding that gives the role to a user, or to a service account as `system:serviceaccount:NAMESPACE:NAME`. */
export function bindingOf(who: string): JsonObject {
  const [, namespace, account] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(who) ?? [];
  const subject =
    namespace === undefined || account === undefined
      ? { apiGroup: rbac, kind: 'User', name: who }
      : { kind: 'ServiceAccount', namespace, name: account };
  return {
    apiVersion: `${rbac}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup: rbac, kind: 'ClusterRole', name },
    subjects: [subject],
  };
}

function factsOf({ code, needs }: Check): readonly FactName[] {
  return [...needs, ...(alsoReads[code] ?? [])];
}

/** A check is not asked while a cause is found: that has to be seen, too. */
function withCauses(checks: readonly Check[], all: readonly Check[]): readonly Check[] {
  const codes = new Set(checks.flatMap(({ code, after = [] }) => [code, ...after]));
  const wanted = all.filter(({ code }) => codes.has(code));
  return wanted.length === checks.length ? wanted : withCauses(wanted, all);
}
