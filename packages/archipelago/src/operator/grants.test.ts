import type { ObjectEvent } from '@archipelago/kube-client';
import { describe, expect, it } from 'vitest';
import { Grants } from './grants.ts';
import { HyperConvergedRefusal } from './hyper-converged-refusal.ts';

const hyperConverged = {
  apiVersion: 'hco.kubevirt.io/v1beta1',
  kind: 'HyperConverged',
  metadata: { name: 'kubevirt-hyperconverged', namespace: 'virt' },
};

function lab(seen: { unread?: string; forbidden?: readonly string[]; random?: number } = {}) {
  const events: ObjectEvent[] = [];
  const grants = new Grants({
    mirror: {
      platform: () => 'openshift',
      unread: () => seen.unread,
      forbidden: () => seen.forbidden ?? [],
    },
    namespace: 'virt',
    recorder: { record: (event) => events.push(event) },
    random: () => seen.random ?? 0,
    images: { mode: 'ssp' },
  });
  return { grants, events };
}

const fix =
  'grant it with: archipelago manifests --namespace virt --platform openshift --golden-images ssp | kubectl apply -f -';

describe('what may not be read', () => {
  it('is told with how to grant it, and that the cluster is unseen as long as it is', () => {
    const forbidden = ['nodes is forbidden', 'ingresses is forbidden'];
    const failure = (message: string) => ({ kind: 'forbidden', message, fix });
    expect(lab({ forbidden }).grants.failures()).toEqual(forbidden.map(failure));
    expect(lab({ forbidden, unread: 'nodes' }).grants.failures()).toEqual(
      forbidden.map((message) => ({ ...failure(message), unseen: 'the cluster' })),
    );
    expect(lab({ unread: 'nodes' }).grants.failures()).toEqual([]);
  });
});

const ungranted = (what: string) => `User "operator" cannot patch resource "${what}"`;
const refused = (what: string) =>
  new HyperConvergedRefusal('report on', { code: 403, reason: 'Forbidden', message: ungranted(what) });
const told = (message: string) => `cannot report on the HyperConverged: ${message}`;

describe('an event about a missing permission', () => {
  it('is made once as long as the message is the same', () => {
    const { grants, events } = lab();
    for (const message of ['no', 'no', 'not that', 'no']) grants.tell(hyperConverged, refused(message));
    expect(events).toEqual(
      ['no', 'not that', 'no'].map((message) => ({
        about: hyperConverged,
        type: 'Warning',
        reason: 'PermissionsMissing',
        message: `${told(ungranted(message))}; ${fix}`,
      })),
    );
  });

  it('is made again when writes were taken meanwhile', () => {
    const { grants, events } = lab();
    grants.tell(hyperConverged, refused('no'));
    grants.settled();
    grants.tell(hyperConverged, refused('no'));
    expect(events).toHaveLength(2);
  });

  it('names no grant where none would help', () => {
    const { grants, events } = lab();
    const status = { code: 413, reason: 'RequestEntityTooLarge', message: 'limit is 3145728' };
    grants.tell(hyperConverged, new HyperConvergedRefusal('report on', status));
    expect(events).toEqual([
      { about: hyperConverged, type: 'Warning', reason: 'WriteRefused', message: told('limit is 3145728') },
    ]);
  });

  it('waits for an object that it can be about', () => {
    const { grants, events } = lab();
    grants.tell(undefined, refused('no'));
    grants.tell({ kind: 'HyperConverged' }, refused('no'));
    expect(events).toEqual([]);
    grants.tell(hyperConverged, refused('no'));
    expect(events).toHaveLength(1);
  });
});

describe('the next try', () => {
  it.each([
    [0, 2_500],
    [0.5, 3_750],
    [1, 5_000],
  ])('is soon, not at the same time everywhere: %d', (random, withinMs) => {
    expect(lab({ random }).grants.soon('no')).toEqual({ outcome: 'retry', because: 'no', withinMs });
  });

  it('is soon where a permission is missing, and later where the object is invalid', () => {
    const answerTo = (code: number, message: string) =>
      lab().grants.afterRefusal(new HyperConvergedRefusal('update', { code, reason: '', message }));
    const missing = 'User "op" cannot update resource "hyperconvergeds"';
    expect(answerTo(403, missing)).toEqual({
      outcome: 'retry',
      because: `cannot update the HyperConverged: ${missing}`,
      withinMs: 2_500,
    });
    expect(answerTo(422, 'bad')).toEqual({
      outcome: 'retry',
      because: 'cannot update the HyperConverged: bad',
      withinMs: 60_000,
    });
  });
});

it('counts work as not done while a right is missing', () => {
  const { grants } = lab({ forbidden: ['nodes is forbidden'] });
  expect(grants.awaited(grants.failures())).toEqual({
    outcome: 'retry',
    because: 'nodes is forbidden',
    withinMs: 60_000,
  });
  expect(grants.awaited([{ kind: 'failed', message: 'busy' }])).toBeUndefined();
});
