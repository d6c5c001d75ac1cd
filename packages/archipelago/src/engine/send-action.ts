import {
  isJsonObject,
  type JsonObject,
  type JsonPatchOperation,
  type KubernetesObject,
} from '@archipelago/apimachinery';
import { isObjectMissing, type ObjectName, type Resource, type Writer } from '@archipelago/kube-client';
import type { SeenObject } from '../api/seen-object.ts';
import type { Action } from './plan/action.ts';
import { refusalOf, type Verdict } from './verdict.ts';

/** What one write is sent with. */
interface Sending {
  readonly client: Writer;
  /** What is known of an object as a whole. */
  readonly shown: (resource: Resource, name: ObjectName) => KubernetesObject | undefined;
  readonly resource: Resource;
  readonly fieldManager: string;
  readonly signal: AbortSignal;
  /** What a write of the same plan has made of the version that was seen. */
  readonly version: string | undefined;
}

type Of<K extends Action['kind']> = Extract<Action, { kind: K }>;
type Changing = Of<'patch' | 'status'>;

/** Carries out one action, with its precondition. Throws where there is no answer. */
export async function sendAction(sending: Sending, action: Action): Promise<Verdict> {
  switch (action.kind) {
    case 'create':
      return create(sending, action, action.object);
    case 'recreate':
      return recreate(sending, action);
    case 'delete':
      return remove(sending, action, preconditionsOf(action.object, action.precondition, sending));
    case 'evict':
      return evict(sending, action);
    case 'edit':
      return edit(sending, action);
    case 'patch':
    case 'status':
      return change(sending, action);
  }
}

/** Accepted: it goes in its own time. A budget that refuses says so with 429. */
async function evict({ client, signal }: Sending, action: Of<'evict'>): Promise<Verdict> {
  if (client.evict === undefined) throw new Error('no plan of this planner may evict pods');
  const { uid, resourceVersion, name } = action.object;
  const preconditions = {
    ...(uid === undefined ? {} : { uid }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  };
  if (uid === undefined) throw new Error('the eviction does not say which pod of that name is meant');
  const result = await client.evict(objectName(action.object), { preconditions, signal });
  if (result.ok) return { verdict: 'removed' };
  return isObjectMissing(result.status, name)
    ? { verdict: 'removed' }
    : refusalOf(action, result.status, false);
}

async function recreate(sending: Sending, action: Of<'recreate'>): Promise<Verdict> {
  const removed = await remove(sending, action, preconditionsOf(action.object, 'uid', sending));
  if (removed.verdict !== 'removed') return removed;
  return create(sending, action, action.body);
}

async function create(
  sending: Sending,
  action: Of<'create' | 'recreate'>,
  body: KubernetesObject,
): Promise<Verdict> {
  const result = await sending.client.create(sending.resource, body, optionsOf(sending, action));
  return result.ok ? written(sending, action, result.value) : refusalOf(action, result.status, true);
}

async function change(sending: Sending, action: Changing): Promise<Verdict> {
  // who leads no more may not know it yet: what another has written since has to stop this write
  const { resourceVersion } = preconditionsOf(action.object, 'version', sending);
  if (resourceVersion === undefined) throw new Error('the change names no version that it is made of');
  const result = await sendChange(sending, action);
  return result.ok ? written(sending, action, result.value) : refusalOf(action, result.status, false);
}

function sendChange(sending: Sending, action: Changing) {
  const { client, resource } = sending;
  const options = optionsOf(sending, action);
  switch (action.kind) {
    case 'status':
      return client.updateStatus(resource, statusBody(sending, action), options);
    case 'patch': {
      const patch = { type: 'merge', body: ofThisVersion(sending, action) } as const;
      const verb = action.part === 'status' ? 'patchStatus' : 'patch';
      return client[verb](resource, objectName(action.object), patch, options);
    }
  }
}

/** By tests in the patch: the server looks at them at the moment of the write, and does not mind who writes the status meanwhile. */
async function edit(sending: Sending, action: Of<'edit'>): Promise<Verdict> {
  const { client, resource } = sending;
  const operations = [...testsOf(sending, action), ...action.operations];
  const patch = { type: 'json', operations } as const;
  const result = await client.patch(resource, objectName(action.object), patch, optionsOf(sending, action));
  return result.ok ? written(sending, action, result.value) : refusalOf(action, result.status, false);
}

function testsOf(sending: Sending, { object, generation }: Of<'edit'>): readonly JsonPatchOperation[] {
  const { uid, resourceVersion } = preconditionsOf(object, 'version', sending);
  const seen = generation === undefined || uid === undefined ? { resourceVersion } : { generation };
  if (Object.values(seen)[0] === undefined) throw new Error('the change names no version that it is made of');
  return Object.entries({ ...(uid === undefined ? {} : { uid }), ...seen }).flatMap(([name, value]) =>
    value === undefined ? [] : [{ op: 'test', path: `/metadata/${name}`, value }],
  );
}

async function remove(
  { client, resource, signal }: Sending,
  action: Of<'delete' | 'recreate'>,
  preconditions: NonNullable<Parameters<Writer['delete']>[2]>['preconditions'],
): Promise<Verdict> {
  if (Object.keys(preconditions ?? {}).length === 0)
    throw new Error('the deletion does not say which object of that name is meant');
  const result = await client.delete(resource, objectName(action.object), {
    preconditions,
    propagation: 'Background',
    signal,
  });
  if (!result.ok)
    return isObjectMissing(result.status, action.object.name)
      ? { verdict: 'removed' }
      : refusalOf(action, result.status, false);
  return result.value.state === 'deleted'
    ? { verdict: 'removed' }
    : { verdict: 'removing', answer: result.value.object };
}

function objectName({ name, namespace }: SeenObject): ObjectName {
  return namespace === undefined ? { name } : { namespace, name };
}

/** A write that changed nothing on the server is not told and not counted. */
function written({ version }: Sending, action: Action, answer: KubernetesObject): Verdict {
  if (action.kind === 'create') return { verdict: 'created', answer };
  if (isUnchanged(action, version, answer)) return { verdict: 'unchanged', answer };
  return { verdict: 'isRevert' in action && action.isRevert ? 'reverted' : 'updated', answer };
}

/** By the generation where the edit is of nothing else: the version moves with every status, too. */
function isUnchanged(action: Action, version: string | undefined, { metadata }: KubernetesObject): boolean {
  if (action.kind === 'edit' && action.generation !== undefined)
    return metadata.generation === action.generation;
  const before = version ?? ('name' in action.object ? action.object.resourceVersion : undefined);
  return before !== undefined && before === metadata.resourceVersion;
}

function optionsOf({ fieldManager, signal }: Sending, action: Action) {
  return { fieldManager: action.fieldManager ?? fieldManager, signal };
}

function preconditionsOf(
  { uid, resourceVersion }: SeenObject,
  what: 'version' | 'uid',
  { version }: Sending,
) {
  const seen = version ?? resourceVersion;
  return {
    ...(uid === undefined ? {} : { uid }),
    ...(what === 'uid' || seen === undefined ? {} : { resourceVersion: seen }),
  };
}

function ofThisVersion(sending: Sending, { object, patch }: Of<'patch'>): JsonObject {
  const metadata = isJsonObject(patch.metadata) ? patch.metadata : {};
  return { ...patch, metadata: { ...metadata, ...preconditionsOf(object, 'version', sending) } };
}

/** The whole object as it is mirrored: a merge would leave members of the status that are to go. */
function statusBody(sending: Sending, { object, status }: Of<'status'>): KubernetesObject {
  const { apiVersion, kind, name } = object;
  const live = sending.shown(sending.resource, objectName(object));
  const metadata = { ...live?.metadata, name, ...preconditionsOf(object, 'version', sending) };
  return { ...live, apiVersion, kind, metadata, status };
}
