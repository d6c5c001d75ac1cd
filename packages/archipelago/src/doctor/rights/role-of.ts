import type { JsonObject } from '@archipelago/apimachinery';
import { type FactKind, type FactName, factKinds, factNames } from '../facts/fact-kinds.ts';
import type { Check } from '../model/check.ts';
import { alsoReads } from './also-reads.ts';
import { namesOf } from './names-of.ts';

const verbs = ['get', 'list'] as const;
const name = 'archipelago-doctor';
const rbac = 'rbac.authorization.k8s.io';

/** The ClusterRole with which these checks, and those whose findings are the cause of theirs, can look at everything; nothing more. */
export function roleOf(checks: readonly Check[], all: readonly Check[]): JsonObject {
  const read = new Set(withCauses(checks, all).flatMap(factsOf).flatMap(withSources));
  const facts = factNames.filter((one) => read.has(one));
  const rules = [
    ...rulesOfGroups(facts.filter((one) => namesOf(one).length === 0)),
    ...facts.flatMap(ruleOfNamed),
  ];
  return { apiVersion: `${rbac}/v1`, kind: 'ClusterRole', metadata: { name }, rules };
}

/** Kinds of which everything may be read, one rule for each group. */
function rulesOfGroups(facts: readonly FactName[]): readonly JsonObject[] {
  const byGroup = new Map<string, Set<string>>();
  for (const fact of facts) {
    const { group, plural } = factKinds[fact];
    byGroup.set(group, (byGroup.get(group) ?? new Set()).add(plural));
  }
  return [...byGroup]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, resources]) => ({
      apiGroups: [group],
      resources: [...resources].sort(),
      verbs: [...verbs],
    }));
}

function ruleOfNamed(fact: FactName): readonly JsonObject[] {
  const { group, plural } = factKinds[fact];
  const resourceNames = [...namesOf(fact)];
  return resourceNames.length === 0
    ? []
    : [{ apiGroups: [group], resources: [plural], resourceNames, verbs: [...verbs] }];
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

/** What is read in part is found by what is read before. */
function withSources(fact: FactName): readonly FactName[] {
  const { part }: FactKind = factKinds[fact];
  const sources: string[] = part?.isBesideOperators === true ? ['hyperConvergeds', 'kubeVirts'] : [];
  part?.names?.((name) => {
    sources.push(name);
    return [];
  });
  return [fact, ...factNames.filter((name) => sources.includes(name))];
}

/** A check is not asked while a cause is found: that has to be seen, too. */
function withCauses(checks: readonly Check[], all: readonly Check[]): readonly Check[] {
  const codes = new Set(checks.flatMap(({ code, after = [] }) => [code, ...after]));
  const wanted = all.filter(({ code }) => codes.has(code));
  return wanted.length === checks.length ? wanted : withCauses(wanted, all);
}
