import { describe, expect, it } from 'vitest';
import { standardInputs } from '../cluster-facts/standard-cluster.ts';
import { configure } from '../config/configure.ts';
import { desire } from '../config/desire.ts';
import type { Operand } from '../config/framework/operand.ts';
import { operands } from '../config/operands.ts';
import { targetOf } from '../engine/plan/action.ts';
import { type Identified, identities } from './desired-objects.ts';
import type { Live } from './live.ts';
import { planUninstall, type UninstallInput } from './plan-uninstall.ts';

const owner = { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged', uid: 'u' };
const objects = identities(owner, standardInputs);
const before = operands
  .filter(({ kind }) => !['PriorityClass', 'ClusterRole', 'KubeVirt', 'CDI'].includes(kind))
  .map(({ kind }) => kind);

/** A cluster in which everything of ours is there, and some kinds are otherwise. */
function clusterWith(other: Readonly<Record<string, Live>>): (operand: Operand) => Live {
  return (operand) => {
    const found = objects.find((one) => one.operand === operand);
    return found === undefined ? gone : (other[found.operand.kind] ?? present(found));
  };
}

function present({ manifest }: Identified): Live {
  return { state: 'present', object: manifest, foreignWriters: [] };
}

const removing = { uninstallStrategy: 'RemoveWorkloads' };
const gone: Live = { state: 'absent' };
const unknown: Live = { state: 'unknown' };
const forbidden: Live = { state: 'forbidden', message: 'User "operator" cannot list' };
const goingWithItsKind: Live = {
  state: 'notServed',
  definition: 'd',
  lack: 'is being deleted',
  remains: true,
};
const notServed: Live = { state: 'notServed', definition: 'd' };

function going(kind: string): Live {
  const found = objects.find(({ operand }) => operand.kind === kind);
  const metadata = { ...(found?.manifest.metadata as object), deletionTimestamp: '2026-01-01T00:00:00Z' };
  return { state: 'present', object: { ...found?.manifest, metadata }, foreignWriters: [] };
}

function namesake(kind: string): Live {
  const found = objects.find(({ operand }) => operand.kind === kind);
  const metadata = { ...(found?.manifest.metadata as object), labels: { app: 'somebody-elses' } };
  return { state: 'present', object: { ...found?.manifest, metadata }, foreignWriters: [] };
}

function all(kinds: readonly string[], live: Live): Readonly<Record<string, Live>> {
  return Object.fromEntries(kinds.map((kind) => [kind, live]));
}

function planOf(live: (operand: Operand) => Live, other: Partial<UninstallInput> = {}) {
  return planUninstall({
    objects,
    live,
    wanted: [],
    strategy: 'BlockUninstallIfWorkloadsExist',
    remembered: () => undefined,
    defaulting: () => (object) => object,
    ...other,
  });
}

/** What is done and found, as `delete Kind` and `Reason Kind`, and whether nothing is left. */
function uninstall(other: Readonly<Record<string, Live>>) {
  const { actions, findings } = planOf(clusterWith(other));
  const steps = [
    ...actions.map((action) => `${action.kind} ${targetOf(action).kind}`),
    ...findings.map(({ reason, operand }) => `${reason} ${operand}`),
  ];
  return { steps, done: actions.length === 0 && findings.length === 0 };
}

const firstGone = all(before, gone);

describe('an uninstall', () => {
  it('begins with what builds on KubeVirt, and leaves the priority class and the role of the installation', () => {
    expect(uninstall({})).toEqual({ steps: before.map((kind) => `delete ${kind}`), done: false });
    expect(before.length).toBeGreaterThan(5);
  });

  it.each<[string, Readonly<Record<string, Live>>, readonly string[], boolean]>([
    ['the first wave is gone', firstGone, ['delete KubeVirt'], false],
    ['KubeVirt is gone, too', { ...firstGone, KubeVirt: gone }, ['delete CDI'], false],
    ['CDI is gone, too', { ...firstGone, KubeVirt: gone, CDI: gone }, [], true],
    ['kinds are not there at all', all([...before, 'KubeVirt', 'CDI'], notServed), [], true],
    ['only KubeVirt’s kind is not there', { ...firstGone, KubeVirt: notServed }, ['delete CDI'], false],
    ['namesakes are left', { ...all(before, gone), KubeVirt: namesake('KubeVirt'), CDI: gone }, [], true],
    [
      'a namesake of KubeVirt is left',
      { ...firstGone, KubeVirt: namesake('KubeVirt') },
      ['delete CDI'],
      false,
    ],
  ])('goes on when %s', (_, other, steps, done) => {
    expect(uninstall(other)).toEqual({ steps, done });
  });

  describe.each<[string, (kind: string) => Live, string]>([
    ['is not read yet', () => unknown, 'Unread'],
    ['goes with its kind', () => goingWithItsKind, 'NotServed'],
    ['is held by a finalizer', going, 'Terminating'],
    ['may not be read', () => forbidden, 'Forbidden'],
  ])('while an object %s', (_, live, reason) => {
    it.each(before)('begins no other wave: %s', (kind) => {
      const several = operands.filter((operand) => operand.kind === kind).length;
      expect(uninstall({ ...firstGone, [kind]: live(kind) })).toEqual({
        steps: Array.from({ length: several }, () => `${reason} ${kind}`),
        done: false,
      });
    });

    it('does not take the storage from machines', () => {
      const steps = [`${reason} KubeVirt`];
      expect(uninstall({ ...firstGone, KubeVirt: live('KubeVirt') })).toEqual({ steps, done: false });
    });

    it('does not end', () => {
      const steps = [`${reason} CDI`];
      expect(uninstall({ ...firstGone, KubeVirt: gone, CDI: live('CDI') })).toEqual({ steps, done: false });
    });
  });

  it('says what has its turn later, down to what is held up already', () => {
    expect(planOf(clusterWith({})).left).toEqual([
      'KubeVirt/kubevirt-hyperconverged/kubevirt-kubevirt-hyperconverged',
      'CDI/cdi-kubevirt-hyperconverged',
    ]);
    expect(planOf(clusterWith({ ...firstGone, CDI: going('CDI') })).left).toEqual([
      'CDI/cdi-kubevirt-hyperconverged',
    ]);
    expect(planOf(clusterWith({ ...firstGone, KubeVirt: gone })).left).toEqual([]);
  });

  describe('first tells operands what is to become of workloads', () => {
    const desired = desire(
      configure({ written: removing, spec: removing, annotations: {} }, standardInputs),
      owner,
    );
    const told = (kind: string, strategy: string, terminating = false): Live => {
      const manifest = desired.operands.find(({ operand }) => operand.kind === kind)?.manifest;
      const metadata = {
        ...(manifest?.metadata as object),
        ...(terminating ? { deletionTimestamp: '2026-01-01T00:00:00Z' } : {}),
      };
      const spec = { ...(manifest?.spec as object), uninstallStrategy: strategy };
      return { state: 'present', object: { ...manifest, metadata, spec }, foreignWriters: [] };
    };
    const [remove, block] = ['RemoveWorkloads', 'BlockUninstallIfWorkloadsExist'] as const;
    const steps = (kubeVirt: Live, cdi: Live, strategy: typeof remove | typeof block = remove) => {
      const live = clusterWith({ KubeVirt: kubeVirt, CDI: cdi });
      const { actions, left } = planOf(live, { wanted: desired.operands, strategy });
      return { steps: actions.map((each) => `${each.kind} ${targetOf(each).kind}`), left: left.length };
    };
    const removal = before.map((kind) => `delete ${kind}`);

    it.each([
      [
        'both were told otherwise',
        told('KubeVirt', block),
        told('CDI', block),
        ['edit KubeVirt', 'edit CDI'],
        before.length + 2,
      ],
      ['one was', told('KubeVirt', remove), told('CDI', block), ['edit CDI'], before.length + 2],
      ['both know', told('KubeVirt', remove), told('CDI', remove), removal, 2],
      ['one is going, and listens no more', told('KubeVirt', block, true), told('CDI', remove), removal, 2],
      ['one is not there', gone, told('CDI', remove), removal, 1],
    ] as const)('where %s', (...[, kubeVirt, cdi, expected, left]) => {
      expect(steps(kubeVirt, cdi)).toEqual({ steps: expected, left });
    });

    it('but never that they go, where what is written says otherwise', () => {
      expect(steps(told('KubeVirt', block), told('CDI', block), block).steps).toEqual(removal);
    });
  });

  it('says why', () => {
    const { actions } = planOf(clusterWith({}));
    expect(new Set(actions.map(({ because }) => because))).toEqual(
      new Set(['the HyperConverged is being deleted']),
    );
  });

  it('does not hold up others of a wave', () => {
    const { steps, done } = uninstall({ SSP: unknown, AAQ: forbidden });
    const others = before.filter((kind) => kind !== 'SSP' && kind !== 'AAQ');
    const deletions = others.map((kind) => `delete ${kind}`);
    expect([...steps].sort()).toEqual(['Forbidden AAQ', 'Unread SSP', ...deletions].sort());
    expect(done).toBe(false);
  });
});
