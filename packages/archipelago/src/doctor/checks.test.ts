import { type JsonObject, valueAt } from '@archipelago/apimachinery';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { propertyRuns } from '../../../../test/support/property-runs.ts';
import type { CheckCase } from './cases/check-case.test-support.ts';
import { checkCases } from './checks.cases.test-support.ts';
import { topics } from './checks.ts';
import { factKinds, resourceOf } from './facts/fact-kinds.ts';
import { readFacts } from './facts/read-facts.ts';
import { healthy, storageClass, worker } from './healthy-cluster.test-support.ts';
import { examine } from './model/examine.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const checks = topics.flatMap((topic) => topic.checks);
const diagnose = (objects: readonly JsonObject[]) => examine(checks, readFacts(objects, now).facts);
const findingsOf = (objects: readonly JsonObject[], code: string) =>
  diagnose(objects).findings.filter((finding) => finding.code === code);

test('a cluster in which all is well has no finding', () => {
  expect(diagnose(healthy).findings).toEqual([]);
});

function caseOf(code: string): Partial<CheckCase> {
  return checkCases[code] ?? {};
}

test('every check has a code of its own, and cases', () => {
  const codes = checks.map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(Object.keys(checkCases).sort()).toEqual([...codes].sort());
  const unknown = checks.flatMap(({ after = [] }) => after).filter((code) => !codes.includes(code));
  expect(unknown).toEqual([]);
});

describe.each(checks.map((check) => [check.code, check] as const))('%s', (code, check) => {
  const {
    found = [],
    params = {},
    severity = check.severity,
    near = [],
    alsoFound = [],
    alsoNear = [],
  } = caseOf(code);

  it('finds it, and fills message and fix', () => {
    const [finding] = findingsOf(found, code);
    expect(finding).toMatchObject({ code, severity, params });
    const texts = [finding?.message, finding?.fix.text, ...(finding?.fix.commands ?? [])].join('\n');
    expect(texts.replaceAll(/\{\}|\{"spec".*\}/g, '')).not.toMatch(/\{\w+\}/);
  });

  it.each(alsoFound)('finds it, too', ({ objects, ...expected }) => {
    expect(findingsOf(objects, code)[0]).toMatchObject({ severity: check.severity, ...expected });
  });

  it.each([near, ...alsoNear].map((objects) => [objects]))('does not find what comes near', (objects) => {
    expect(findingsOf(objects, code)).toEqual([]);
  });

  it.each(check.needs)('says that it cannot look where %s may not be listed', (name) => {
    const error = { $error: { resource: resourceOf(name), code: 403 } };
    const { group, kind } = factKinds[name];
    const isIt = (one: JsonObject) => one.kind === kind && String(one.apiVersion).startsWith(group);
    const objects = [...found.filter((one) => !isIt(one)), error];
    const result = diagnose(objects).checks.find((one) => one.code === code);
    const isOther = result?.status === 'skipped';
    expect(findingsOf(objects, code)).toEqual([]);
    if (!isOther) expect(result).toMatchObject({ status: 'unknown', isBlind: true });
  });
});

test('what is true of some nodes explains nothing about the others', () => {
  const some = worker('w1', { taints: [{ key: 'gpu', effect: 'NoSchedule' }] });
  const objects = [...healthy.filter(({ metadata }) => valueAt(metadata, 'name') !== 'w1'), some];
  const { findings, checks: results } = diagnose(objects);
  expect(findings.map(({ code, severity }) => [code, severity])).toContainEqual(['VD202', 'warning']);
  expect(results.filter(({ suppressedBy }) => suppressedBy === 'VD202')).toEqual([]);
});

test('causes are told, and what follows from them is not', () => {
  const report = diagnose(checkCases.VD201?.found ?? []);
  expect(report.findings.map(({ code }) => code)).toEqual(['VD201']);
  expect(report.checks.find(({ code }) => code === 'VD202')).toEqual({
    code: 'VD202',
    status: 'skipped',
    reason: 'follows from VD201',
    suppressedBy: 'VD201',
  });
});

test('of a class whose parameters CDI does not know that is the cause, and no other', () => {
  const { checks: results } = diagnose(checkCases.VD306?.found ?? []);
  expect(results.find(({ code }) => code === 'VD309')).toMatchObject({ suppressedBy: 'VD306' });
});

test('several objects are words of their own in a command', () => {
  const classes = ['a', 'b', 'c'].map((name) => storageClass(name, { isDefault: true }));
  const [finding] = findingsOf(
    [...healthy.filter(({ kind }) => kind !== 'StorageClass'), ...classes],
    'VD302',
  );
  expect(finding?.fix.commands).toEqual([
    'kubectl annotate storageclass b c storageclass.kubernetes.io/is-default-class-',
  ]);
});

test('a name that a shell would carry out stands in quotes in commands', () => {
  const evil = { ...storage('$(reboot)'), metadata: { name: "$(reboot)'x", annotations: {} } };
  const objects = [...healthy.filter(({ kind }) => kind !== 'StorageClass'), evil];
  const [finding] = findingsOf(objects, 'VD301');
  expect(finding?.fix.commands).toEqual([
    String.raw`kubectl annotate storageclass '$(reboot)'\''x' storageclass.kubernetes.io/is-default-class=true`,
  ]);
});

function storage(name: string): JsonObject {
  return { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name }, provisioner: 'p' };
}

/** All objects of all cases, from which clusters are put together, and of which parts are broken. */
const pool = Object.values(checkCases).flatMap(({ found, near, alsoFound = [] }) => [
  ...found,
  ...near,
  ...alsoFound.flatMap(({ objects }) => objects),
]);
const pieces = pool.flatMap((object) =>
  Object.keys(object).map((key): readonly [JsonObject, string] => [object, key]),
);

test('whatever a cluster holds, there is an answer, the same each time, and nothing is both found and fine', () => {
  const broken = fc
    .tuple(fc.constantFrom(...pieces), fc.jsonValue({ maxDepth: 2 }))
    .map(([[object, key], value]): JsonObject => ({ ...object, [key]: JSON.parse(JSON.stringify(value)) }));
  const objects = fc.array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...pool) }, broken), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(objects, (cluster) => {
      const report = diagnose(cluster);
      expect(diagnose(cluster)).toEqual(report);
      const found = new Set(report.findings.map(({ code }) => code));
      for (const { code, status } of report.checks) expect(status === 'found').toBe(found.has(code));
      for (const finding of report.findings) expect(valueAt(finding, 'message')).not.toBe('');
    }),
    { numRuns: propertyRuns(100), seed: 14 },
  );
});
