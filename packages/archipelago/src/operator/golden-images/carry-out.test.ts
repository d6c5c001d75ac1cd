import type { KubernetesObject } from '@archipelago/apimachinery';
import type { ApiResult, KubernetesStatus } from '@archipelago/kube-client';
import { describe, expect, it } from 'vitest';
import type { BootSourceAction } from '../../golden-images/boot-source-action.ts';
import { type CarryOutSettings, carryOut } from './carry-out.ts';

const cdi = 'cdi.kubevirt.io/v1beta1';

function create(name: string, kind = 'DataImportCron'): BootSourceAction {
  const metadata = kind === 'Namespace' ? { name } : { name, namespace: 'images' };
  return { kind: 'create', reason: 'wanted', object: { apiVersion: cdi, kind, metadata } };
}

function reference(name: string) {
  const at = { uid: `uid-of-${name}`, resourceVersion: '7' };
  return { apiVersion: cdi, kind: 'DataSource', namespace: 'images', name, ...at };
}

function update(name: string): BootSourceAction {
  const patch = { metadata: { labels: { some: 'label' } } };
  return { kind: 'update', reason: 'differs', object: reference(name), patch };
}

function remove(name: string): BootSourceAction {
  return { kind: 'delete', reason: 'unwanted', object: reference(name) };
}

const forbidden = { code: 403, reason: 'Forbidden', message: 'User "op" cannot create resource "x"' };
const conflict = { code: 409, reason: 'Conflict', message: 'the object has been modified' };
const absent = { code: 404, reason: 'NotFound', message: 'not found' };
const invalid = { code: 422, reason: 'Invalid', message: 'spec.schedule: no cron' };

/** A server that refuses objects by name, and tells what it is asked and how much at a time. */
function lab(refusals: Readonly<Record<string, KubernetesStatus>> = {}) {
  const log: string[] = [];
  const bodies: unknown[] = [];
  const done: string[] = [];
  let under = 0;
  let most = 0;
  const answer = async (what: string, name: string, object: KubernetesObject) => {
    log.push(`${what} ${name}`);
    under += 1;
    most = Math.max(most, under);
    await new Promise((resolve) => setImmediate(resolve));
    under -= 1;
    log.push(`${name} answered`);
    const status = refusals[name];
    const result: ApiResult<KubernetesObject> = status ? { ok: false, status } : { ok: true, value: object };
    return result;
  };
  const named = (name: string): KubernetesObject => ({
    apiVersion: cdi,
    kind: 'DataSource',
    metadata: { name, namespace: 'images', uid: `uid-of-${name}`, resourceVersion: '8' },
  });
  const controller = new AbortController();
  const settings: CarryOutSettings = {
    client: {
      create: (_, object) => answer('create', object.metadata.name, object),
      patch: (_, { name }, patch) => {
        bodies.push(patch.type === 'merge' ? patch.body : patch);
        return answer('patch', name, named(name));
      },
      delete: async (_, { name }, options) => {
        bodies.push(options?.preconditions);
        const result = await answer('delete', name, named(name));
        return result.ok ? { ok: true, value: deletion } : result;
      },
    },
    fieldManager: 'test',
    onDone: ({ kind, object }) =>
      done.push(`${kind} ${'metadata' in object ? object.metadata.name : object.name}`),
    signal: controller.signal,
    isWanted: () => true,
  };
  return { settings, controller, log, bodies, done, most: () => most };
}

const deletion = { state: 'deleted' } as const;

const asked = (log: readonly string[]) => log.filter((line) => !line.endsWith('answered'));

describe('a plan of boot sources', () => {
  it('is carried out in its order; objects are made several at a time', async () => {
    const { settings, log, done, most } = lab();
    const names = Array.from({ length: 10 }, (_, index) => `made-${index}`);
    expect(
      await carryOut(settings, [...names.map((name) => create(name)), update('a'), remove('b')]),
    ).toEqual([]);
    expect(asked(log)).toEqual([...names.map((name) => `create ${name}`), 'patch a', 'delete b']);
    expect(log.indexOf('patch a')).toBeGreaterThan(log.indexOf('made-9 answered'));
    expect(log.indexOf('delete b')).toBeGreaterThan(log.indexOf('a answered'));
    expect([most(), done.length]).toEqual([8, 12]);
  });

  it('makes a namespace before what goes into it', async () => {
    const { settings, log } = lab();
    await carryOut(settings, [create('images', 'Namespace'), create('view', 'Role'), create('cron')]);
    expect(log.slice(0, 3)).toEqual(['create images', 'images answered', 'create view']);
  });

  it('is meant for the versions that it was made with', async () => {
    const { settings, bodies } = lab();
    await carryOut(settings, [update('a'), remove('b')]);
    expect(bodies).toEqual([
      { metadata: { labels: { some: 'label' }, uid: 'uid-of-a', resourceVersion: '7' } },
      { uid: 'uid-of-b', resourceVersion: '7' },
    ]);
  });

  it('deletes nothing more where something is not as it was seen', async () => {
    const { settings, log } = lab({ a: conflict });
    const wrong = await carryOut(settings, [remove('first'), update('a'), remove('b'), create('c')]);
    expect(wrong).toMatchObject([{ verdict: 'stale' }]);
    expect(asked(log)).toEqual(['delete first', 'patch a', 'create c']);
  });

  it.each([
    ['is not granted', forbidden, true],
    ['is refused', invalid, false],
  ])('goes on with all else where one object %s', async (_, status, isForbidden) => {
    const { settings, log } = lab({ odd: status });
    const wrong = await carryOut(settings, [create('odd'), update('a'), remove('b')]);
    expect(wrong).toEqual([
      {
        verdict: 'refused',
        because: `cannot create DataImportCron images/odd: ${status.message}`,
        forbidden: isForbidden,
      },
    ]);
    expect(asked(log)).toEqual(['create odd', 'patch a', 'delete b']);
  });

  it('takes what is gone for deleted, and what is gone instead of changed for out of date', async () => {
    const { settings } = lab({ a: absent, b: absent, made: absent });
    expect(await carryOut(settings, [remove('a')])).toEqual([]);
    expect(await carryOut(settings, [update('b')])).toMatchObject([{ verdict: 'stale' }]);
    expect(await carryOut(settings, [create('made')])).toMatchObject([{ verdict: 'refused' }]);
  });

  it('says done of what was done, and of nothing else', async () => {
    const { settings, done } = lab({ b: conflict, d: absent, odd: invalid });
    await carryOut(settings, [create('odd'), create('a'), remove('d'), update('c'), update('b')]);
    expect(done).toEqual(['create a', 'delete d', 'update c']);
  });

  it('ends with the leadership', async () => {
    const { settings, controller, log } = lab();
    const onDone = () => controller.abort();
    await carryOut({ ...settings, onDone }, [update('a'), update('b'), remove('c')]);
    expect(asked(log)).toEqual(['patch a']);
  });

  it('is not over while requests are under way, also where one gets no answer', async () => {
    const { settings, log } = lab();
    const { create: made } = settings.client;
    const client: CarryOutSettings['client'] = {
      ...settings.client,
      create: (resource, object, options) =>
        object.metadata.name === 'lost'
          ? Promise.reject(new Error('connection reset'))
          : made(resource, object, options),
    };
    const plan = [create('one'), create('lost'), create('two')];
    await expect(carryOut({ ...settings, client }, plan)).rejects.toThrow('connection reset');
    expect(log.filter((line) => line.endsWith('answered'))).toEqual(['one answered', 'two answered']);
  });

  it('leaves out what is not wanted any more', async () => {
    const { settings, log } = lab();
    const isWanted = ({ kind }: BootSourceAction) => kind !== 'delete';
    await carryOut({ ...settings, isWanted }, [update('a'), remove('b'), create('c')]);
    expect(asked(log)).toEqual(['patch a', 'create c']);
  });
});
