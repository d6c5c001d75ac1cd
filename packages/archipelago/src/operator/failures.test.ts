import { describe, expect, it } from 'vitest';
import { kubevirt } from '../config/operands/kubevirt/kubevirt.ts';
import type { Live } from '../reconcile/live.ts';
import { inTheWay, type OperandFinding } from '../reconcile/operand-finding.ts';
import { grantFix, heldFailure, obstacleFailure, refusalFailure, refusedFailure } from './failures.ts';
import { HyperConvergedRefusal } from './hyper-converged-refusal.ts';
import { presentObjects, reportsOf } from './operand-reports.ts';

const identity = {
  operand: kubevirt,
  manifest: { kind: 'KubeVirt', metadata: { namespace: 'here', name: 'kv' } },
};
const going: Live = {
  state: 'present',
  object: { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } },
  foreignWriters: [],
};
const ungranted = { code: 403, reason: 'Forbidden', message: 'User "operator" cannot patch resource "x"' };
const denied = { code: 403, reason: 'Forbidden', message: 'admission webhook denied the request' };

describe('failures', () => {
  it('name what a setting says against itself', () => {
    const finding = {
      level: 'error',
      at: 'spec.a',
      reason: 'Invalid',
      message: 'is wrong',
      fix: 'mend it',
    } as const;
    expect(heldFailure(finding)).toEqual({
      kind: 'refused',
      message: 'its operand stays as it is: spec.a is wrong: mend it',
      leaves: 'operand',
    });
  });

  it('are what the server refused, and for want of a permission how to grant it', () => {
    const message = 'cannot create KubeVirt here/kv: no';
    const status = { code: 403, reason: '', message: 'no' };
    const refused = (forbidden: boolean) =>
      refusedFailure({ verdict: { verdict: 'refused', because: message, forbidden, status } }, 'grant it');
    expect(refused(true)).toEqual([{ kind: 'forbidden', message, fix: 'grant it' }]);
    expect(refused(false)).toEqual([{ kind: 'failed', message }]);
    const mistake = { verdict: 'failed', because: 'no such member', error: new TypeError() } as const;
    expect(refusedFailure({ verdict: mistake }, 'grant it')).toEqual([
      { kind: 'failed', message: 'no such member; report it as a bug of the operator' },
    ]);
    for (const verdict of [{ verdict: 'removed' }, { verdict: 'stale', because: 'x', status }] as const)
      expect(refusedFailure({ verdict }, 'grant it')).toEqual([]);
  });

  it.each<[Live, OperandFinding['reason'], readonly unknown[]]>([
    [
      { state: 'notServed', definition: 'd', lack: 'is going' },
      'NotServed',
      [{ kind: 'notServed', operand: 'KubeVirt', definition: 'd', lack: 'is going' }],
    ],
    [
      { state: 'forbidden', message: 'no' },
      'Forbidden',
      [{ kind: 'forbidden', message: 'no', fix: 'grant it', unseen: 'KubeVirt' }],
    ],
    [{ state: 'unknown' }, 'Unread', []],
    [going, 'Terminating', []],
  ])('are findings that somebody has to mend: %j', (live, reason, failures) => {
    const finding = inTheWay(identity, live);
    expect(finding).toMatchObject({ at: 'KubeVirt/here/kv', operand: 'KubeVirt', reason });
    expect(finding && obstacleFailure(finding, 'grant it')).toEqual(failures);
  });

  it('are none where nothing is in the way', () => {
    expect(inTheWay(identity, { state: 'absent' })).toBeUndefined();
    const there: Live = { state: 'present', object: identity.manifest, foreignWriters: [] };
    expect(inTheWay(identity, there)).toBeUndefined();
  });

  it('tell a missing permission from what no grant mends', () => {
    const message = `cannot complete the HyperConverged: ${ungranted.message}`;
    expect(refusalFailure(new HyperConvergedRefusal('complete', ungranted), 'grant it')).toEqual({
      kind: 'forbidden',
      message,
      fix: 'grant it',
    });
    expect(refusalFailure(new HyperConvergedRefusal('complete', denied), 'grant it').kind).toBe('failed');
  });

  it('say with which command it is granted', () => {
    const installation = { namespace: 'n', platform: 'openshift' } as const;
    const start = 'grant it with: archipelago manifests --namespace n --platform openshift';
    expect(grantFix({ ...installation, importer: 'auto' })).toBe(`${start} | kubectl apply -f -`);
    expect(grantFix({ ...installation, importer: 'builtin' })).toBe(
      `${start} --golden-images builtin | kubectl apply -f -`,
    );
    // with less than what was chosen it would take rights away
    const layering = { importer: 'auto', layering: 'b:1', rollout: true } as const;
    expect(grantFix({ ...installation, ...layering })).toBe(
      `${start} --layering-builder b:1 --layering-namespace archipelago-builds --layering-rollout | kubectl apply -f -`,
    );
    expect(
      grantFix({ ...installation, ...layering, platform: 'kubernetes', layeringNamespace: 'there' }),
    ).toMatch(/ --layering-builder b:1 --layering-namespace there --layering-rollout \|/);
  });
});

type OperandState = Parameters<typeof reportsOf>[0][number];

describe('what operands report', () => {
  const conditions = [{ type: 'Available', status: 'True' }];
  const object = { metadata: { name: 'kv' }, status: { conditions } };
  const going = { ...object, metadata: { name: 'kv', deletionTimestamp: '2026-01-01T00:00:00Z' } };
  const state = (live: Live, reportsConditions = true): OperandState => ({
    operand: { ...kubevirt, reportsConditions },
    live,
  });
  const present = (of: typeof object): Live => ({ state: 'present', object: of, foreignWriters: [] });

  it.each<[string, OperandState, readonly unknown[]]>([
    ['is there', state(present(object)), [{ kind: 'KubeVirt', conditions }]],
    ['has no conditions of its own', state(present(object), false), []],
    ['is going', state(present(going)), [{ kind: 'KubeVirt', conditions: [] }]],
    ['is missing', state({ state: 'absent' }), [{ kind: 'KubeVirt', conditions: [] }]],
    ['is not read', state({ state: 'unknown' }), [{ kind: 'KubeVirt', conditions: [] }]],
    ['may not be read', state({ state: 'forbidden', message: '' }), []],
    ['has no kind', state({ state: 'notServed', definition: 'd' }), []],
  ])('is counted of one that %s', (_, one, reports) => {
    expect(reportsOf([one])).toEqual(reports);
  });

  it('and those that are there are the related objects', () => {
    const states = [state(present(object)), state({ state: 'absent' }), state(present(going))];
    expect(presentObjects(states)).toEqual([object, going]);
  });
});
