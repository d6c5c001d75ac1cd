import { isJsonObject, type JsonObject, type KubernetesObject } from '@archipelago/apimachinery';
import type { ApiResult, KubernetesClient } from '@archipelago/kube-client';
import type { SeenObject } from '../../api/seen-object.ts';
import type { LayeringAction } from '../../layering/build-plan/layering-plan.ts';
import { fieldManager } from '../../reconcile/field-manager.ts';
import { resourceOfLayering } from './layering-kinds.ts';

/** What became of a plan's actions. */
export type CarriedOut =
  | { readonly verdict: 'done' }
  /** What was planned with is out of date: plan again. */
  | { readonly verdict: 'stale'; readonly because: string }
  | { readonly verdict: 'refused'; readonly because: string };

export interface CarryOutLayeringSettings {
  readonly client: Pick<KubernetesClient, 'create' | 'patch' | 'updateStatus' | 'delete'>;
  readonly shown: (object: SeenObject) => KubernetesObject | undefined;
  readonly onDone: (action: LayeringAction) => void;
  readonly signal: AbortSignal;
}

/**
 * One after the other, as they were planned; the first that does not go through ends it: the rest was planned with its success.
 * After a refusal statuses are written all the same: they tell how things stand.
 */
export async function carryOutLayering(
  settings: CarryOutLayeringSettings,
  actions: readonly LayeringAction[],
): Promise<CarriedOut> {
  // a write of ours moves the version of what is written next
  const versions = new Map<string, string | undefined>();
  let refused: CarriedOut = { verdict: 'done' };
  for (const action of actions) {
    if (settings.signal.aborted) return { verdict: 'stale', because: 'the leadership is over' };
    if (refused.verdict !== 'done' && action.kind !== 'status') continue;
    const verdict = await act(settings, action, versions);
    if (verdict.verdict === 'stale') return verdict;
    if (verdict.verdict === 'done') settings.onDone(action);
    else if (refused.verdict === 'done') refused = verdict;
  }
  return refused;
}

type Versions = Map<string, string | undefined>;

async function act(
  settings: CarryOutLayeringSettings,
  action: LayeringAction,
  versions: Versions,
): Promise<CarriedOut> {
  const { client, signal } = settings;
  const options = { fieldManager, signal };
  switch (action.kind) {
    case 'create': {
      const resource = resourceOfLayering(action.object);
      return wrote(action, await client.create(resource, action.object, options), versions);
    }
    case 'patch': {
      const resource = resourceOfLayering(action.object);
      const body = ofVersion(action.patch, action.object, versions);
      const patch = { type: 'merge', body } as const;
      return wrote(action, await client.patch(resource, action.object, patch, options), versions);
    }
    case 'status':
      return wrote(action, await writeStatus(settings, action, versions), versions);
    case 'delete': {
      const resource = resourceOfLayering(action.object);
      const { uid } = action.object;
      const preconditions = uid === undefined ? {} : { uid };
      const deleted = await client.delete(resource, action.object, {
        preconditions,
        propagation: 'Background',
        signal,
      });
      if (!deleted.ok && deleted.status.code !== 404) return refusal(action, deleted.status);
      return { verdict: 'done' };
    }
  }
}

/** The whole object as it is known, so that fields of the status go, too; a merge would leave them. */
function writeStatus(
  { client, shown, signal }: CarryOutLayeringSettings,
  { object, status }: Extract<LayeringAction, { kind: 'status' }>,
  versions: Versions,
): Promise<ApiResult<KubernetesObject>> {
  const live = shown(object);
  const resource = resourceOfLayering(object);
  const resourceVersion = versions.get(keyOf(object)) ?? object.resourceVersion;
  const metadata = {
    ...live?.metadata,
    name: object.name,
    ...(object.uid === undefined ? {} : { uid: object.uid }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  };
  const { apiVersion, kind } = object;
  return client.updateStatus(
    resource,
    { ...live, apiVersion, kind, metadata, status },
    { fieldManager, signal },
  );
}

function wrote(action: LayeringAction, answer: ApiResult<KubernetesObject>, versions: Versions): CarriedOut {
  if (!answer.ok) return refusal(action, answer.status);
  const { kind, metadata } = answer.value;
  versions.set(keyOf({ kind, name: metadata.name }), metadata.resourceVersion);
  return { verdict: 'done' };
}

function keyOf({ kind, name }: { readonly kind: string; readonly name: string }): string {
  return `${kind} ${name}`;
}

/** The patch holds for the version that was planned with, or that we have made of it. */
function ofVersion(patch: JsonObject, object: SeenObject, versions: Versions): JsonObject {
  const metadata = isJsonObject(patch.metadata) ? patch.metadata : {};
  const resourceVersion = versions.get(keyOf(object)) ?? object.resourceVersion;
  return {
    ...patch,
    metadata: {
      ...metadata,
      ...(object.uid === undefined ? {} : { uid: object.uid }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
    },
  };
}

const verbs = { create: 'create', patch: 'change', status: 'write the status of', delete: 'delete' } as const;

/** What is there already, is gone or has changed is a matter of looking again. */
function refusal(
  action: LayeringAction,
  { code, message }: { readonly code: number; readonly message: string },
): CarriedOut {
  const name = 'metadata' in action.object ? action.object.metadata.name : action.object.name;
  const because = `cannot ${verbs[action.kind]} ${action.object.kind} ${name}: ${message}`;
  const isStale = code === 409 || (code === 404 && action.kind !== 'create');
  return { verdict: isStale ? 'stale' : 'refused', because };
}
