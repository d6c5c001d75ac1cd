import { objectsAt, textsAt } from '@archipelago/apimachinery';
import { describe, expect, it, test } from 'vitest';
import { checkCases } from '../checks.cases.test-support.ts';
import { topics } from '../checks.ts';
import { ClusterView } from '../cluster/cluster-view.ts';
import { type FactName, factKinds } from '../facts/fact-kinds.ts';
import type { Reading } from '../facts/facts.ts';
import { readFacts } from '../facts/read-facts.ts';
import { alsoReads } from './also-reads.ts';
import { bindingOf, roleOf } from './role-of.ts';

const checks = topics.flatMap((topic) => topic.checks);

/** Facts that remember what was asked for. */
class RememberingMap extends Map<FactName, Reading> {
  readonly asked = new Set<FactName>();

  override get(name: FactName): Reading | undefined {
    this.asked.add(name);
    return super.get(name);
  }
}

const now = Date.parse('2026-11-23T12:00:00Z');
const clusters = Object.values(checkCases)
  .flatMap(({ found, near, alsoFound = [], alsoNear = [] }) => [
    found,
    near,
    ...alsoFound.map(({ objects }) => objects),
    ...alsoNear,
  ])
  .map((objects) => readFacts(objects, now).facts);

describe.each(checks.map((check) => [check.code, check] as const))('%s', (code, check) => {
  it('looks at nothing but what it needs, and what the table of rights says', () => {
    const known = new Set<FactName>([...check.needs, ...(alsoReads[code] ?? [])]);
    const asked = clusters.flatMap((facts) => {
      const readings = new RememberingMap(facts.readings);
      check.find(new ClusterView({ readings, now }));
      return [...readings.asked];
    });
    expect([...new Set(asked)].filter((name) => !known.has(name))).toEqual([]);
  });
});

test('a role has the rights of the checks and of their causes, to get and list, and of no Secrets', () => {
  const role = roleOf(
    checks.filter(({ code }) => code === 'VD310'),
    checks,
  );
  expect(objectsAt(role, 'rules').map((rule) => [rule.apiGroups, rule.resources])).toEqual([
    [['cdi.kubevirt.io'], ['storageprofiles']],
    [['snapshot.storage.k8s.io'], ['volumesnapshotclasses']],
    [['storage.k8s.io'], ['csidrivers', 'storageclasses']],
  ]);
  const all = objectsAt(roleOf(checks, checks), 'rules');
  expect(new Set(all.flatMap((rule) => textsAt(rule, 'verbs')))).toEqual(new Set(['get', 'list']));
  expect(all.flatMap((rule) => textsAt(rule, 'resources'))).not.toContain('secrets');
  expect(Object.values(factKinds).map(({ plural }) => plural)).not.toContain('secrets');
});

test('a role is bound to a user or to a service account', () => {
  expect(bindingOf('jane')).toMatchObject({ subjects: [{ kind: 'User', name: 'jane' }] });
  expect(bindingOf('system:serviceaccount:ci:doctor')).toMatchObject({
    subjects: [{ kind: 'ServiceAccount', namespace: 'ci', name: 'doctor' }],
  });
});
