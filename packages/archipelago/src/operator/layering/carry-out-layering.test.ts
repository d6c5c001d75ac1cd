import type { KubernetesObject } from '@archipelago/apimachinery';
import type { ApiResult } from '@archipelago/kube-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { seenObject } from '../../api/seen-object.ts';
import { ownGroup } from '../../layering/api/layering-names.ts';
import type { LayeringAction } from '../../layering/build-plan/layering-plan.ts';
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
let options: (readonly [string, { readonly signal?: AbortSignal | undefined } | undefined])[];
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
  options = [];
  refuse = {};
  const version = (object: KubernetesObject, resourceVersion: string): KubernetesObject => ({
    ...object,
    metadata: { ...object.metadata, resourceVersion },
  });
  settings = {
    shown: () => config,
    onDone: () => {},
    signal: new AbortController().signal,
    client: {
      create: async (resource, object, given) => {
        options.push([resource.plural, given]);
        sent.push(['create', object]);
        return answer('create', version(object, '1'));
      },
      patch: async (resource, name, body, given) => {
        options.push([resource.plural, given]);
        sent.push(['patch', name.name, body]);
        return answer('patch', version(config, '8'));
      },
      updateStatus: async (resource, object, given) => {
        options.push([resource.plural, given]);
        sent.push(['status', object]);
        return answer('status', version(object, '9'));
      },
      delete: async (resource, name, given) => {
        options.push([resource.plural, given]);
        sent.push(['delete', name.name, given?.preconditions]);
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

describe('what is written', () => {
  const seen: KubernetesObject = {
    ...job,
    metadata: { ...job.metadata, uid: 'of-the-job', resourceVersion: '3' },
  };

  it('is meant for the very object that was seen, and for the very version of it', async () => {
    const patched = { kind: 'patch', object: seenObject(seen), patch: { data: {} }, because: 'x' } as const;
    const deleted = { kind: 'delete', object: seenObject(seen), because: 'x' } as const;
    await carryOutLayering(settings, [patched, status, deleted]);
    expect(sent).toEqual([
      [
        'patch',
        'b',
        { type: 'merge', body: { data: {}, metadata: { uid: 'of-the-job', resourceVersion: '3' } } },
      ],
      [
        'status',
        {
          ...config,
          metadata: { name: 'edge', uid: 'u', resourceVersion: '8' },
          status: { topology: 'Unknown' },
        },
      ],
      ['delete', 'b', { uid: 'of-the-job' }],
    ]);
  });

  it('has no condition where nothing is known of what was seen', async () => {
    const { uid: _, resourceVersion: __, ...unknown } = seenObject(config);
    settings = { ...settings, shown: () => undefined };
    await carryOutLayering(settings, [
      { ...patch, object: unknown },
      { ...remove, object: { ...seenObject(job) } },
    ]);
    await carryOutLayering(settings, [{ ...status, object: unknown }]);
    expect(sent).toStrictEqual([
      ['patch', 'edge', { type: 'merge', body: { metadata: { annotations: { a: 'b' } } } }],
      ['delete', 'b', {}],
      [
        'status',
        {
          apiVersion: config.apiVersion,
          kind: config.kind,
          metadata: { name: 'edge' },
          status: { topology: 'Unknown' },
        },
      ],
    ]);
  });

  it('has the version that the write before has made of it, a status as well as a patch', async () => {
    await carryOutLayering(settings, [status, patch, { ...patch, patch: { spec: {} } }, status]);
    const versions = sent.map((one) => JSON.stringify(one).match(/"resourceVersion":"(\d+)"/)?.[1]);
    expect(versions).toEqual(['7', '9', '8', '8']);
  });

  it('of another object has its own version, whatever was written before', async () => {
    const other = { ...config, metadata: { ...config.metadata, name: 'other', resourceVersion: '5' } };
    await carryOutLayering(settings, [status, { ...patch, object: seenObject(other) }]);
    expect(sent[1]).toMatchObject(['patch', 'other', { body: { metadata: { resourceVersion: '5' } } }]);
  });

  it('is written in our name, to the resource it is of, and no longer than leadership lasts; what is deleted takes along what it owned', async () => {
    await carryOutLayering(settings, [create, patch, status, remove]);
    expect(options.every(([, given]) => given?.signal === settings.signal)).toBe(true);
    const written = { fieldManager: 'archipelago' };
    expect(options).toMatchObject([
      ['jobs', written],
      ['machineosconfigs', written],
      ['machineosconfigs', written],
      ['jobs', { preconditions: {}, propagation: 'Background' }],
    ]);
  });

  it('is told when it is done, and of what was refused nothing is', async () => {
    const done: LayeringAction[] = [];
    settings = { ...settings, onDone: (action) => done.push(action) };
    refuse = { patch: 403 };
    const verdict = await carryOutLayering(settings, [create, patch, remove, status]);
    expect(verdict).toEqual({
      verdict: 'refused',
      because: 'cannot change MachineOSConfig edge: refused 403',
    });
    expect(done).toEqual([create, status]);
    refuse = { patch: 403, status: 403 };
    // the first refusal is the one that is told
    expect(await carryOutLayering(settings, [patch, status])).toMatchObject({
      because: 'cannot change MachineOSConfig edge: refused 403',
    });
  });

  it('ends in the middle when leadership is over', async () => {
    const leadership = new AbortController();
    settings = { ...settings, signal: leadership.signal, onDone: () => leadership.abort() };
    expect(await carryOutLayering(settings, [create, patch, status])).toEqual({
      verdict: 'stale',
      because: 'the leadership is over',
    });
    expect(sent).toHaveLength(1);
  });

  it.each<[string, LayeringAction, string]>([
    ['create', create, 'cannot create Job b: refused 403'],
    ['patch', patch, 'cannot change MachineOSConfig edge: refused 403'],
    ['status', status, 'cannot write the status of MachineOSConfig edge: refused 403'],
    ['delete', remove, 'cannot delete Job b: refused 403'],
  ])('and refused says so: %s', async (verb, action, because) => {
    refuse = { [verb]: 403 };
    expect(await carryOutLayering(settings, [action])).toEqual({ verdict: 'refused', because });
  });

  it('is of no other kind than those that are planned', async () => {
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } };
    await expect(carryOutLayering(settings, [{ ...create, object: secret }])).rejects.toThrow(
      'layering writes no v1 Secret',
    );
    const foreign = { ...job, apiVersion: 'example.com/v1' };
    await expect(carryOutLayering(settings, [{ ...create, object: foreign }])).rejects.toThrow(
      'example.com/v1 Job',
    );
  });
});
