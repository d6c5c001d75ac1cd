import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import {
  type ApiResult,
  createKubernetesClient,
  type KubernetesClient,
  type Resource,
} from '@archipelago/kube-client';
import { afterEach, describe, expect, it } from 'vitest';
import { inProcessTransport } from '../in-process-transport.ts';
import { type EmbeddedCluster, startEmbeddedCluster } from '../start-embedded-cluster.ts';

const core = { group: '', version: 'v1', namespaced: true };
const rbac = { group: 'rbac.authorization.k8s.io', version: 'v1' };
const configMaps: Resource = { ...core, plural: 'configmaps', kind: 'ConfigMap' };
const secrets: Resource = { ...core, plural: 'secrets', kind: 'Secret' };
const pods: Resource = { ...core, plural: 'pods', kind: 'Pod' };
const roles: Resource = { ...rbac, plural: 'roles', kind: 'Role', namespaced: true };
const bindings: Resource = { ...rbac, plural: 'rolebindings', kind: 'RoleBinding', namespaced: true };
const namespace = 'default';

let cluster: EmbeddedCluster;
afterEach(() => cluster.stop());

function clientOf(token: string): KubernetesClient {
  return createKubernetesClient({ transport: inProcessTransport(cluster, token), userAgent: 'test' });
}

function object(resource: Resource, name: string, more: JsonObject = {}): KubernetesObject {
  const { group, version, kind } = resource;
  const { metadata, ...rest } = more;
  return {
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind,
    metadata: { name, namespace, ...(metadata as JsonObject | undefined) },
    ...rest,
  };
}

/** A cluster, and somebody who may do some things in it: `verb verb: group/resource name`. */
async function somebody(checksOwners: boolean, ...grants: readonly string[]) {
  cluster = await startEmbeddedCluster({ insecure: true, checksOwners });
  const admin = clientOf(cluster.adminToken);
  const rules = grants.map((grant) => {
    const [verbs = '', what = ''] = grant.split(': ');
    const [place = '', name] = what.split(' ');
    const at = place.indexOf('|');
    return {
      apiGroups: [place.slice(0, at)],
      resources: [place.slice(at + 1)],
      verbs: verbs.split(' '),
      ...(name === undefined ? {} : { resourceNames: [name] }),
    };
  });
  must(await admin.create(roles, object(roles, 'own', { rules })));
  const roleRef = { apiGroup: rbac.group, kind: 'Role', name: 'own' };
  const subjects = [{ kind: 'User', name: 'somebody' }];
  must(await admin.create(bindings, object(bindings, 'own', { roleRef, subjects })));
  const owner = must(await admin.create(secrets, object(secrets, 'owner')));
  const groups = ['system:authenticated'];
  return { admin, owner, client: clientOf(cluster.addUser({ name: 'somebody', groups })) };
}

function must<T>(result: ApiResult<T>): T {
  if (!result.ok) throw new Error(result.status.message);
  return result.value;
}

function outcome(result: ApiResult<unknown>): string {
  return result.ok ? 'done' : `${result.status.code} ${result.status.message}`;
}

function owned(by: KubernetesObject, more: JsonObject = {}): JsonObject {
  const { name, uid = '' } = by.metadata;
  return { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Secret', name, uid, ...more }] } };
}

const blocking = { blockOwnerDeletion: true };
const write = 'create update patch: |configmaps';
const remove = 'delete: |configmaps';
const finalize = 'update: |secrets/finalizers owner';
const cannotFinalize =
  '403 configmaps "new" is forbidden: cannot set blockOwnerDeletion if an ownerReference refers to a resource you can\'t set finalizers on: , <nil>';
const cannotDelete =
  '403 configmaps "old" is forbidden: cannot set an ownerRef on a resource you can\'t delete: , <nil>';

describe('owners, where they are checked', () => {
  it.each<[string, readonly string[], JsonObject, string]>([
    ['an owner that need not wait', [write], {}, 'done'],
    ['an owner whose finalizers are ours', [write, finalize], blocking, 'done'],
    ['an owner whose finalizers are not', [write], blocking, cannotFinalize],
    ['an owner whom we may only change', [write, 'update: |secrets'], blocking, cannotFinalize],
    ['another owner', [write, 'update: |secrets/finalizers other'], blocking, cannotFinalize],
    [
      'an owner of a kind that is not there',
      [write, finalize],
      { ...blocking, kind: 'Nonsense' },
      '403 configmaps "new" is forbidden: cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion v1 Kind Nonsense: no matches for kind "Nonsense" in version "v1"',
    ],
  ])('of what is new: %s', async (_, grants, reference, expected) => {
    const { client, owner } = await somebody(true, ...grants);
    const made = await client.create(configMaps, object(configMaps, 'new', owned(owner, reference)));
    expect(outcome(made)).toBe(expected);
  });

  it.each<[string, readonly string[], JsonObject, JsonObject, string]>([
    ['new, by who may delete it', [write, remove], {}, { owned: {} }, 'done'],
    ['new, by who may not', [write], {}, { owned: {} }, cannotDelete],
    ['new and waiting, by who may do both', [write, remove, finalize], {}, { owned: blocking }, 'done'],
    [
      'new and waiting, by who may only delete it',
      [write, remove],
      {},
      { owned: blocking },
      cannotFinalize.replace('"new"', '"old"'),
    ],
    [
      'waiting from now on',
      [write, remove],
      { owned: {} },
      { owned: blocking },
      cannotFinalize.replace('"new"', '"old"'),
    ],
    ['waiting no more', [write, remove], { owned: blocking }, { owned: {} }, 'done'],
    ['taken away by who may not', [write], { owned: blocking }, { owned: null }, cannotDelete],
    ['left alone', [write], { owned: blocking }, {}, 'done'],
  ])('of what is there: %s', async (...[, grants, before, after, expected]) => {
    const { admin, client, owner } = await somebody(true, ...grants);
    const ofOwner = ({ owned: reference }: JsonObject): JsonObject =>
      reference === undefined
        ? { metadata: {} }
        : reference === null
          ? { metadata: { ownerReferences: null } }
          : owned(owner, reference as JsonObject);
    must(await admin.create(configMaps, object(configMaps, 'old', ofOwner(before))));
    const body = { ...ofOwner(after), data: { changed: 'yes' } };
    const changed = await client.patch(configMaps, { namespace, name: 'old' }, { type: 'merge', body });
    expect(outcome(changed)).toBe(expected);
  });

  it('are nobody’s business elsewhere', async () => {
    const { client, owner } = await somebody(false, write);
    expect(outcome(await client.create(configMaps, object(configMaps, 'new', owned(owner, blocking))))).toBe(
      'done',
    );
  });
});

describe('rights', () => {
  const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['list', 'watch'] }];
  const writeRoles = `create update patch: ${rbac.group}|roles`;
  const writeBindings = `create: ${rbac.group}|rolebindings`;
  const roleRef = { apiGroup: rbac.group, kind: 'Role', name: 'made' };
  const missing =
    '403 roles.rbac.authorization.k8s.io "made" is forbidden: user "somebody" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["pods"], Verbs:["watch"]}';

  it.each<[string, readonly string[], string]>([
    ['which the granter has', [writeRoles, 'list watch get: |pods'], 'done'],
    ['which the granter has not', [writeRoles, 'list: |pods'], missing],
    ['by who may grant any', [writeRoles, `escalate: ${rbac.group}|roles`], 'done'],
  ])('are granted in a role: %s', async (_, grants, expected) => {
    const { admin, client } = await somebody(false, ...grants);
    expect(outcome(await client.create(roles, object(roles, 'made', { rules })))).toBe(expected);
    await admin.create(roles, object(roles, 'made', { rules: [] }));
    const patch = { type: 'merge', body: { rules } } as const;
    expect(outcome(await client.patch(roles, { namespace, name: 'made' }, patch))).toBe(expected);
  });

  it('are not asked for by who lets a role go', async () => {
    const { admin, client } = await somebody(false, writeRoles);
    must(await admin.create(roles, object(roles, 'made', { metadata: { finalizers: ['a/b'] }, rules })));
    const patch = { type: 'merge', body: { metadata: { finalizers: null } } } as const;
    expect(outcome(await client.patch(roles, { namespace, name: 'made' }, patch))).toBe('done');
  });

  it.each<[string, readonly string[], string]>([
    ['which the granter has', ['list watch: |pods'], 'done'],
    ['which the granter has not', ['list: |pods'], missing.replace('roles.', 'rolebindings.')],
    ['by who may bind it', [`bind: ${rbac.group}|roles made`], 'done'],
  ])('are granted by a binding: %s', async (_, grants, expected) => {
    const { admin, client } = await somebody(false, writeBindings, ...grants);
    must(await admin.create(roles, object(roles, 'made', { rules })));
    expect(outcome(await client.create(bindings, object(bindings, 'made', { roleRef })))).toBe(expected);
  });

  it('are not granted by a role that is not there', async () => {
    const { client } = await somebody(false, writeBindings);
    const made = await client.create(bindings, object(bindings, 'made', { roleRef }));
    expect(outcome(made)).toBe('404 rolebindings.rbac.authorization.k8s.io "made" not found');
  });

  it('have nothing to do with what a pod tells', async () => {
    const { admin, client, owner } = await somebody(true, 'patch: |pods/status');
    const spec = { containers: [{ name: 'c', image: 'i' }] };
    must(await admin.create(pods, object(pods, 'p', { spec })));
    const body = { ...owned(owner), status: { phase: 'Running' } };
    const told = await client.patchStatus(pods, { namespace, name: 'p' }, { type: 'merge', body });
    expect(outcome(told)).toBe('done');
  });
});
