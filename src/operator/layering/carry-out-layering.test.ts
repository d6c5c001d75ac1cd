import { beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import type { KubernetesObject } from '../../api/kubernetes-object.ts';
import { seenObject } from '../../api/seen-object.ts';
import type { ApiResult } from '../../kubernetes/kubernetes-status.ts';
import { ownGroup } from '../../layering/api/layering-names.ts';
import type { LayeringAction } from '../../layering/build-plan/layering-plan.ts';
import { AwaitedWrites } from '../awaited-writes.ts';
import { type CarryOutLayeringSettings, carryOutLayering } from './carry-out-layering.ts';

const config: KubernetesObject = {
  apiVersion: `${ownGroup}/v1`,
  kind: 'MachineOSConfig',
  metadata: { name: 'edge', uid: 'u', resourceVersion: '7' },
  spec: { baseImage: 'registry.example.com/base/os:10' },
};
const job: KubernetesObject = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'b', namespace: 'n' },
};

const create: LayeringAction = { kind: 'create', object: job, because: 'x' };
const patch: LayeringAction = {
  kind: 'patch',
  object: seenObject(config),
  patch: { metadata: { annotations: { a: 'b' } } },
  because: 'x',
};
const status: LayeringAction = {
  kind: 'status',
  object: seenObject(config),
  status: { topology: 'Unknown' },
  because: 'x',
};
const remove: LayeringAction = { kind: 'delete', object: seenObject(job), because: 'x' };

let sent: unknown[];
let refuse: Partial<Record<string, number>>;
let settings: CarryOutLayeringSettings;

function answer<T>(verb: string, value: T): ApiResult<T> {
  const code = refuse[verb];
  return code === undefined
    ? { ok: true, value }
    : { ok: false, status: { code, reason: '', message: `refused ${code}` } };
}

beforeEach(() => {
  sent = [];
  refuse = {};
  const version = (object: KubernetesObject, resourceVersion: string): KubernetesObject => ({
    ...object,
    metadata: { ...object.metadata, resourceVersion },
  });
  settings = {
    awaited: new AwaitedWrites(new FakeClock()),
    shown: () => config,
    onDone: () => {},
    signal: new AbortController().signal,
    client: {
      create: async (_, object) => {
        sent.push(['create', object]);
        return answer('create', version(object, '1'));
      },
      patch: async (_, name, body) => {
        sent.push(['patch', name.name, body]);
        return answer('patch', version(config, '8'));
      },
      updateStatus: async (_, object) => {
        sent.push(['status', object]);
        return answer('status', version(object, '9'));
      },
      delete: async (_, name, options) => {
        sent.push(['delete', name.name, options?.preconditions]);
        return answer('delete', { state: 'deleted' as const });
      },
    },
  };
});

describe('carrying a plan out', () => {
  it('writes in order, each for the version that the one before has made', async () => {
    expect(await carryOutLayering(settings, [patch, status, create])).toEqual({ verdict: 'done' });
    expect(sent).toMatchObject([
      ['patch', 'edge', { body: { metadata: { uid: 'u', resourceVersion: '7', annotations: { a: 'b' } } } }],
      // whole, so that what is no longer in the status goes
      ['status', { metadata: { resourceVersion: '8' }, spec: config.spec, status: { topology: 'Unknown' } }],
      ['create', job],
    ]);
  });

  it.each([
    ['create', 409, 'stale'],
    ['patch', 409, 'stale'],
    ['patch', 404, 'stale'],
    ['status', 409, 'stale'],
    ['create', 404, 'refused'],
    ['create', 403, 'refused'],
    ['status', 422, 'refused'],
    ['delete', 409, 'stale'],
    ['delete', 403, 'refused'],
  ])('ends where %s is answered with %i: %s', async (verb, code, verdict) => {
    refuse = { [verb]: code };
    const actions = [create, patch, status, remove];
    const place = actions.findIndex(({ kind }) => kind === verb);
    expect(await carryOutLayering(settings, actions)).toMatchObject({ verdict });
    // how things stand is told all the same
    const told = verdict === 'refused' && place < actions.indexOf(status) ? 1 : 0;
    expect(sent).toHaveLength(place + 1 + told);
  });

  it('takes what is gone for deleted', async () => {
    refuse = { delete: 404 };
    expect(await carryOutLayering(settings, [remove, create])).toEqual({ verdict: 'done' });
    expect(sent).toHaveLength(2);
  });

  it('says what was refused, of what, and why', async () => {
    refuse = { create: 403 };
    expect(await carryOutLayering(settings, [create])).toEqual({
      verdict: 'refused',
      because: 'cannot create Job b: refused 403',
    });
  });

  it('does nothing when the leadership is over', async () => {
    const over = { ...settings, signal: AbortSignal.abort() };
    expect(await carryOutLayering(over, [create])).toMatchObject({ verdict: 'stale' });
    expect(sent).toEqual([]);
  });
});
