import { isJsonObject, type JsonObject, type KubernetesObject } from '@archipelago/apimachinery';
import {
  type ApiResult,
  isKubernetesObject,
  isMissingPermission,
  type KubernetesClient,
  type KubernetesStatus,
  type ObjectName,
} from '@archipelago/kube-client';
import { readAt } from '../config/framework/read-at.ts';
import { fieldManager } from './field-manager.ts';
import { type Action, uidOf } from './plan.ts';

/** What became of an action: *KubeVirt has been* … */
export type Verdict =
  | { readonly verdict: 'created' | 'updated' | 'reverted'; readonly answer: JsonObject }
  /** The server took the write and stored what it had before. */
  | { readonly verdict: 'unchanged'; readonly answer: JsonObject }
  | { readonly verdict: 'removed' }
  /** Deletion was asked for; finalizers hold the object. */
  | { readonly verdict: 'removing'; readonly answer: JsonObject }
  /** What we knew was out of date: look again. */
  | { readonly verdict: 'stale'; readonly because: string }
  /** `forbidden`: because of who we are; a grant mends it, and nobody announces grants. */
  | { readonly verdict: 'refused'; readonly because: string; readonly forbidden?: boolean };

export type ApplyingClient = Pick<KubernetesClient, 'create' | 'update' | 'delete'>;

/** Carries out one action with optimistic concurrency. Throws an ApiConnectionError when there is no answer. */
export async function applyAction(
  client: ApplyingClient,
  action: Action,
  signal: AbortSignal,
): Promise<Verdict | undefined> {
  switch (action.verb) {
    case 'create':
      return written(
        await client.create(action.operand, parsed(action.body), { signal, fieldManager }),
        'created',
      );
    case 'update': {
      const answer = await client.update(action.operand, parsed(action.body), { signal, fieldManager });
      return unlessSame(written(answer, doneBy(action.reason)), action.live);
    }
    case 'recreate': {
      const removed = await remove(client, action.live, action, signal);
      if (removed.verdict !== 'removed') return removed;
      const answer = await client.create(action.operand, parsed(action.body), { signal, fieldManager });
      return written(answer, doneBy(action.reason));
    }
    case 'delete':
      return remove(client, action.live, action, signal);
    case 'unchanged':
    case 'wait':
      return undefined;
  }
}

function doneBy(reason: 'specChanged' | 'drift'): 'updated' | 'reverted' {
  return reason === 'drift' ? 'reverted' : 'updated';
}

function written(result: ApiResult<KubernetesObject>, verdict: 'created' | 'updated' | 'reverted'): Verdict {
  if (!result.ok) return refusal(result.status, verdict !== 'created');
  const answer = result.value;
  return isJsonObject(answer) ? { verdict, answer } : { verdict: 'refused', because: 'an empty answer' };
}

/** A write that changed nothing on the server is not told and not counted. */
function unlessSame(verdict: Verdict, live: JsonObject): Verdict {
  if (verdict.verdict !== 'updated' && verdict.verdict !== 'reverted') return verdict;
  const path = ['metadata', 'resourceVersion'];
  const same = readAt(verdict.answer, path) === readAt(live, path);
  return same ? { verdict: 'unchanged', answer: verdict.answer } : verdict;
}

async function remove(
  client: ApplyingClient,
  live: JsonObject,
  { operand }: Action,
  signal: AbortSignal,
): Promise<Verdict> {
  const uid = uidOf(live);
  const result = await client.delete(operand, nameOf(live), {
    signal,
    propagation: 'Background',
    preconditions: uid === '' ? {} : { uid },
  });
  if (!result.ok) return result.status.code === 404 ? { verdict: 'removed' } : refusal(result.status);
  const deletion = result.value;
  if (deletion.state === 'deleted' || !isJsonObject(deletion.object)) return { verdict: 'removed' };
  return { verdict: 'removing', answer: deletion.object };
}

/** What is missing on an update was deleted a moment ago; on a create its namespace or kind is missing. */
function refusal(status: KubernetesStatus, missingIsStale = true): Verdict {
  const { code, message } = status;
  const stale = (code === 404 && missingIsStale) || code === 409;
  if (stale) return { verdict: 'stale', because: message };
  return { verdict: 'refused', because: message, forbidden: isMissingPermission(status) };
}

function nameOf(object: JsonObject): ObjectName {
  const { name, namespace } = isJsonObject(object.metadata) ? object.metadata : {};
  return {
    name: typeof name === 'string' ? name : '',
    namespace: typeof namespace === 'string' ? namespace : undefined,
  };
}

/** Manifests have kind, version and name by construction. */
function parsed(manifest: JsonObject): KubernetesObject {
  if (!isKubernetesObject(manifest)) throw new Error('a manifest without apiVersion, kind or name');
  return manifest;
}
