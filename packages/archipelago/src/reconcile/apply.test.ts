import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import type { ApiResult } from '@archipelago/kube-client';
import { describe, expect, it } from 'vitest';
import { kubevirt } from '../config/operands/kubevirt/kubevirt.ts';
import { priorityClass } from '../config/operands/priority-class/priority-class.ts';
import { type ApplyingClient, applyAction, type Verdict } from './apply.ts';
import type { Action } from './plan.ts';

const { signal } = new AbortController();
const step = { operand: kubevirt, key: 'KubeVirt/here/kv' };
const live = kubeVirt({ uid: 'u-1', resourceVersion: '7' });
const body: JsonObject = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'KubeVirt',
  metadata: { name: 'kv', namespace: 'here', uid: 'u-1', resourceVersion: '7' },
  spec: { wanted: true },
};
const changed = { ...step, differences: [], live, body };

const actions = {
  create: { ...step, verb: 'create', reason: 'missing', body: kubeVirt({}) },
  update: { ...changed, verb: 'update', reason: 'specChanged' },
  revert: { ...changed, verb: 'update', reason: 'drift' },
  recreate: { ...changed, verb: 'recreate', reason: 'specChanged', body: kubeVirt({}) },
  rerevert: { ...changed, verb: 'recreate', reason: 'drift', body: kubeVirt({}) },
  delete: { ...step, verb: 'delete', reason: 'notWanted', live },
  unchanged: { ...step, verb: 'unchanged' },
  wait: { ...step, verb: 'wait', obstacle: { because: 'terminating' } },
} as const satisfies Readonly<Record<string, Action>>;

function kubeVirt(metadata: JsonObject): JsonObject & KubernetesObject {
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'KubeVirt',
    metadata: { name: 'kv', namespace: 'here', ...metadata },
  };
}

const stored = kubeVirt({ uid: 'u-1', resourceVersion: '8' });
const remade = kubeVirt({ uid: 'u-2', resourceVersion: '9' });

function accepted<T>(value: T): ApiResult<T> {
  return { ok: true, value };
}

function refused(code: number, message = `code ${code}`) {
  return { ok: false, status: { code, reason: '', message } } as const;
}

const deleted = accepted({ state: 'deleted' } as const);
const going = kubeVirt({ uid: 'u-1', deletionTimestamp: '2026-01-01T00:00:00Z' });
const terminating = accepted({ state: 'terminating', object: going } as const);

interface Answers {
  readonly create?: ApiResult<KubernetesObject>;
  readonly update?: ApiResult<KubernetesObject>;
  readonly delete?: Awaited<ReturnType<ApplyingClient['delete']>>;
}

interface Outcome {
  readonly verdict: Verdict | undefined;
  /** What was asked of the server: verb and arguments. */
  readonly asked: readonly (readonly unknown[])[];
}

/** Carries an action out on a server that gives these answers; asking for anything else is an error. */
async function apply(action: Action, answers: Answers): Promise<Outcome> {
  const asked: (readonly unknown[])[] = [];
  const answering =
    <A extends readonly unknown[], T>(verb: keyof Answers, answer: T | undefined) =>
    async (...given: A): Promise<T> => {
      asked.push([verb, ...given]);
      if (answer === undefined) throw new Error(`nobody expected ${verb}`);
      return answer;
    };
  const client: ApplyingClient = {
    create: answering('create', answers.create),
    update: answering('update', answers.update),
    delete: answering('delete', answers.delete),
  };
  return { verdict: await applyAction(client, action, signal), asked };
}

const options = { signal, fieldManager: 'archipelago' };
const deletion = [
  'delete',
  kubevirt,
  { name: 'kv', namespace: 'here' },
  { signal, propagation: 'Background', preconditions: { uid: 'u-1' } },
];
const creation = ['create', kubevirt, kubeVirt({}), options];

describe('what is asked of the server', () => {
  it.each<[keyof typeof actions, Answers, readonly unknown[]]>([
    ['create', { create: accepted(stored) }, [creation]],
    ['update', { update: accepted(stored) }, [['update', kubevirt, body, options]]],
    ['revert', { update: accepted(stored) }, [['update', kubevirt, body, options]]],
    ['delete', { delete: deleted }, [deletion]],
    ['recreate', { delete: deleted, create: accepted(remade) }, [deletion, creation]],
    ['unchanged', {}, []],
    ['wait', {}, []],
  ])('to %s', async (action, answers, asked) => {
    expect((await apply(actions[action], answers)).asked).toEqual(asked);
  });

  it('is the version that was looked at, of the object that was looked at', async () => {
    const { asked } = await apply(actions.update, { update: accepted(stored) });
    expect(asked[0]?.[2]).toMatchObject({ metadata: { uid: 'u-1', resourceVersion: '7' } });
  });

  it('names no namespace where there is none, and no uid that is not known', async () => {
    const cluster = { apiVersion: 'v1', kind: 'PriorityClass', metadata: { name: 'p' } };
    const action = { operand: priorityClass, key: 'PriorityClass/p', verb: 'delete', live: cluster } as const;
    const { asked } = await apply({ ...action, reason: 'notWanted' }, { delete: deleted });
    expect(asked).toEqual([
      [
        'delete',
        priorityClass,
        { name: 'p', namespace: undefined },
        { signal, propagation: 'Background', preconditions: {} },
      ],
    ]);
  });

  it.each([
    ['holds the object', terminating],
    ['has another object of that name', refused(409)],
    ['does not let it go', refused(403)],
  ])('to recreate is no second object while the server %s', async (_, answer) => {
    const { asked, verdict } = await apply(actions.recreate, { delete: answer });
    expect(asked).toEqual([deletion]);
    expect(verdict?.verdict).not.toBe('removed');
  });
});

describe('what became of it', () => {
  it.each<[keyof typeof actions, Answers, Verdict | undefined]>([
    ['create', { create: accepted(stored) }, { verdict: 'created', answer: stored }],
    ['update', { update: accepted(stored) }, { verdict: 'updated', answer: stored }],
    ['revert', { update: accepted(stored) }, { verdict: 'reverted', answer: stored }],
    ['update', { update: accepted(live) }, { verdict: 'unchanged', answer: live }],
    ['revert', { update: accepted(live) }, { verdict: 'unchanged', answer: live }],
    ['recreate', { delete: deleted, create: accepted(remade) }, { verdict: 'updated', answer: remade }],
    ['rerevert', { delete: deleted, create: accepted(remade) }, { verdict: 'reverted', answer: remade }],
    ['recreate', { delete: refused(404), create: accepted(remade) }, { verdict: 'updated', answer: remade }],
    ['recreate', { delete: terminating }, { verdict: 'removing', answer: going }],
    ['recreate', { delete: deleted, create: refused(409) }, { verdict: 'stale', because: 'code 409' }],
    ['delete', { delete: deleted }, { verdict: 'removed' }],
    ['delete', { delete: refused(404) }, { verdict: 'removed' }],
    ['delete', { delete: terminating }, { verdict: 'removing', answer: going }],
    ['unchanged', {}, undefined],
    ['wait', {}, undefined],
  ])('%s: answers %j', async (action, answers, verdict) => {
    expect((await apply(actions[action], answers)).verdict).toEqual(verdict);
  });

  it.each<['create' | 'update' | 'delete', number, Verdict['verdict']]>([
    ['create', 409, 'stale'],
    ['update', 409, 'stale'],
    ['delete', 409, 'stale'],
    ['update', 404, 'stale'],
    // its namespace, or its kind, is missing: looking again helps nothing
    ['create', 404, 'refused'],
    ['create', 422, 'refused'],
    ['update', 422, 'refused'],
    ['update', 429, 'refused'],
    ['delete', 403, 'refused'],
    ['delete', 500, 'refused'],
  ])('%s refused with %i is %s', async (verb, code, verdict) => {
    const answer = await apply(actions[verb], { [verb]: refused(code) });
    expect(answer.verdict).toMatchObject({ verdict, because: `code ${code}` });
  });

  it.each([
    ['User "operator" cannot update resource "kubevirts"', true],
    ['admission webhook "kubevirt-validator.kubevirt.io" denied the request', false],
  ])('a refusal because %j is for want of a permission: %s', async (message, forbidden) => {
    for (const verb of ['create', 'update', 'delete'] as const) {
      const { verdict } = await apply(actions[verb], { [verb]: refused(403, message) });
      expect(verdict).toEqual({ verdict: 'refused', because: message, forbidden });
    }
  });
});
