import { applyMergePatch, type JsonObject, objectAt, textAt } from '@archipelago/apimachinery';
import { describe, expect, it, test } from 'vitest';
import { checkCases } from '../checks.cases.test-support.ts';
import { topics } from '../checks.ts';
import { ClusterView } from '../cluster/cluster-view.ts';
import { readFacts } from '../facts/read-facts.ts';
import {
  healthy,
  hyperConverged,
  object,
  storageClass,
  storageProfile,
} from '../healthy-cluster.test-support.ts';
import { examine } from '../model/examine.ts';
import { type FixPlan, type FixStep, planFixes, stillHas } from './fix-plan.ts';
import { remedies } from './remedies.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const checks = topics.flatMap((topic) => topic.checks);
const factsOf = (objects: readonly JsonObject[]) => readFacts(objects, now).facts;

function found(objects: readonly JsonObject[], code: string) {
  return examine(checks, factsOf(objects)).findings.filter((finding) => finding.code === code);
}

function plansFor(objects: readonly JsonObject[], code: string): readonly FixPlan[] {
  return planFixes(found(objects, code), new ClusterView(factsOf(objects)));
}

const stepsOf = (plans: readonly FixPlan[]) => plans.flatMap((plan) => ('steps' in plan ? plan.steps : []));

function isIt(one: JsonObject, { kind, namespace, name }: FixStep): boolean {
  const { metadata } = one;
  return (
    one.kind === kind && textAt(metadata, 'name') === name && textAt(metadata, 'namespace') === namespace
  );
}

function carriedOut(objects: readonly JsonObject[], step: FixStep): readonly JsonObject[] {
  if (step.before === undefined) return [...objects, step.after];
  return objects.map((one) => (isIt(one, step) ? objectAt(applyMergePatch(one, step.patch)) : one));
}

function takenBack(objects: readonly JsonObject[], step: FixStep): readonly JsonObject[] {
  const { undo } = step;
  if (undo === undefined) return objects.filter((one) => !isIt(one, step));
  return objects.map((one) => (isIt(one, step) ? objectAt(applyMergePatch(one, undo)) : one));
}

/** A status that names a class which is gone. */
const stale = [
  ...healthy.filter(({ kind }) => kind !== 'StorageProfile'),
  storageProfile('rbd', { status: { snapshotClass: 'gone' } }),
];

/** Where the check's own case is one that nothing can be done about. */
const cases: Readonly<Record<string, readonly JsonObject[]>> = {
  VD311: [
    ...healthy.filter(({ kind }) => kind !== 'StorageProfile'),
    storageProfile('rbd', { spec: { snapshotClass: 'gone' } }),
  ],
};

describe.each([...remedies.keys()].sort())('%s', (code) => {
  const objects = cases[code] ?? checkCases[code]?.found ?? [];

  it('is gone after its fix, and back after that was taken back', () => {
    const steps = stepsOf(plansFor(objects, code));
    expect(steps).not.toEqual([]);
    const after = steps.reduce(carriedOut, objects);
    expect(found(after, code)).toEqual([]);
    for (const step of steps) {
      const now = after.find((one) => isIt(one, step)) ?? {};
      expect(stillHas(now, step.before === undefined ? objectAt(step.patch) : step.patch)).toBe(true);
    }
    const before = steps.toReversed().reduce(takenBack, after);
    expect(found(before, code).map(({ params }) => params)).toEqual(
      found(objects, code).map(({ params }) => params),
    );
  });

  it('changes nothing that people placed machines by, and nothing below the HyperConverged', () => {
    const kinds = stepsOf(plansFor(objects, code)).map(({ kind }) => kind);
    const allowed = [
      'HyperConverged',
      'StorageClass',
      'StorageProfile',
      'Subscription',
      'HostPathProvisioner',
      'L2Advertisement',
      'KubeDescheduler',
    ];
    expect(kinds.filter((kind) => !allowed.includes(kind))).toEqual([]);
  });
});

test('an undo gives former values back and leaves alone what others wrote', () => {
  const [step] = stepsOf(plansFor(checkCases.VD301?.found ?? [], 'VD301'));
  expect(step?.undo).toEqual({
    metadata: { annotations: { 'storageclass.kubernetes.io/is-default-class': null } },
  });
});

test('who keeps an object in Git is named', () => {
  const labels = { 'argocd.argoproj.io/instance': 'storage' };
  const older = storageClass('a', { isDefault: true, created: '2025-01-01T00:00:00Z' });
  const others = ['2025-06', '2026-01'].map((month, index) =>
    storageClass(`b${index}`, { isDefault: true, created: `${month}-01T00:00:00Z` }),
  );
  const objects = [
    ...healthy.filter(({ kind }) => kind !== 'StorageClass'),
    { ...older, metadata: { ...objectAt(older, 'metadata'), labels } },
    ...others,
  ];
  const steps = stepsOf(plansFor(objects, 'VD302'));
  expect(new Map(steps.map(({ name, keptBy }) => [name, keptBy]))).toEqual(
    new Map([
      ['a', 'Argo CD'],
      ['b0', undefined],
    ]),
  );
});

test.each([
  ['VD301', [storageClass('objects', { provisioner: 'openshift-storage.noobaa.io/obc' })], /no StorageClass/],
  ['VD311', stale, /CDI does not clear its status/],
  ['VD201', checkCases.VD201?.found ?? [], /for people to decide/],
])('%s is refused with the reason', (code, objects, reason) => {
  const refusals = plansFor(objects, code).flatMap((plan) => ('refused' in plan ? [plan.refused] : []));
  expect(refusals.join('\n')).toMatch(reason);
});

test('the HostPathProvisioner is only ever widened', () => {
  const provisioner = object('hostpathprovisioner.kubevirt.io/v1beta1', 'HostPathProvisioner', 'hpp', {
    spec: { workload: { nodeSelector: { 'kubernetes.io/arch': 'amd64' } } },
  });
  const narrow = hyperConverged({
    workloads: { nodePlacement: { nodeSelector: { 'kubernetes.io/arch': 'arm64' } } },
  });
  const objects = [...healthy.filter(({ kind }) => kind !== 'HyperConverged'), narrow, provisioner];
  expect(plansFor(objects, 'VD401')).toMatchObject([{ refused: /leaves out .*w0.*, where volumes may be/ }]);
});
