import type { KubernetesObject } from '@archipelago/apimachinery';
import type { ApiResult, KubernetesClient, Resource } from '@archipelago/kube-client';
import { expect, test } from 'vitest';
import { createdObjects } from './created-objects.ts';

const jobs: Resource = { group: 'batch', version: 'v1', plural: 'jobs', kind: 'Job', namespaced: true };
const builds: Resource = {
  ...jobs,
  group: 'layering.archipelago.dev',
  plural: 'machineosbuilds',
  kind: 'MachineOSBuild',
};
const pods: Resource = { ...jobs, group: '', plural: 'pods', kind: 'Pod' };

const object = (name: string): KubernetesObject => ({ apiVersion: 'v1', kind: 'Any', metadata: { name } });

/** A server that gives each object its name as uid, and refuses what is called so. */
function serverWith(refused = ''): Pick<KubernetesClient, 'create' | 'get'> {
  const create = async (_: Resource, made: KubernetesObject): Promise<ApiResult<KubernetesObject>> =>
    made.metadata.name === refused
      ? { ok: false, status: { code: 409, reason: 'AlreadyExists', message: 'it is there' } }
      : { ok: true, value: { ...made, metadata: { ...made.metadata, uid: `uid-${made.metadata.name}` } } };
  const get: KubernetesClient['get'] = async (_, { name }) => ({ ok: true, value: object(name) });
  return { create, get };
}

function remembering(refused = '') {
  const created = createdObjects();
  const client = created.remember(serverWith(refused) as KubernetesClient);
  return { created, client };
}

test('what is created through the client is known as the server answered', async () => {
  const { created, client } = remembering();
  for (const [kind, name] of [
    [jobs, 'j'],
    [builds, 'b'],
  ] as const)
    expect(await client.create(kind, object(name))).toMatchObject({
      ok: true,
      value: { metadata: { uid: `uid-${name}` } },
    });
  expect(created.of('uid-j')?.metadata).toEqual({ name: 'j', uid: 'uid-j' });
  expect(created.of('uid-b')?.metadata.name).toBe('b');
});

test('what was refused, is of another kind, was only read, or came through another client is not', async () => {
  const { created, client } = remembering('there');
  expect(await client.create(jobs, object('there'))).toMatchObject({ ok: false });
  await client.create(pods, object('p'));
  await client.get(jobs, { namespace: 'n', name: 'j' });
  await (serverWith() as KubernetesClient).create(jobs, object('other'));
  for (const name of ['there', 'p', 'j', 'other']) expect(created.of(`uid-${name}`)).toBeUndefined();
  expect(created.of('')).toBeUndefined();
});

test('there is an end to it: the oldest are forgotten', async () => {
  const { created, client } = remembering();
  for (let index = 0; index <= 5_000; index += 1) await client.create(jobs, object(`j${index}`));
  expect([created.of('uid-j0'), created.of('uid-j1')?.metadata.name]).toEqual([undefined, 'j1']);
  expect(created.of('uid-j5000')?.metadata.name).toBe('j5000');
});
