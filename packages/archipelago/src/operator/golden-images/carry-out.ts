import { isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import { isMissingPermission, type KubernetesClient, type KubernetesStatus } from '@archipelago/kube-client';
import type { SeenObject } from '../../api/seen-object.ts';
import type { BootSourceAction } from '../../golden-images/boot-source-action.ts';
import { resourceOfKind } from './boot-source-kinds.ts';
import { nameOfBootSource } from './name-of-boot-source.ts';

/** What became of an action. */
export type ActionVerdict =
  | { readonly verdict: 'done' }
  /** What was planned with is out of date: plan again. */
  | { readonly verdict: 'stale'; readonly because: string }
  | { readonly verdict: 'refused'; readonly because: string; readonly forbidden: boolean };

export interface CarryOutSettings {
  readonly client: Pick<KubernetesClient, 'create' | 'patch' | 'delete'>;
  readonly fieldManager: string;
  readonly onDone: (action: BootSourceAction) => void;
  readonly signal: AbortSignal;
  /** Asked right before an action: minds change while a long plan is carried out. */
  readonly isWanted: (action: BootSourceAction) => boolean;
}

/** Requests under way at the same time. */
const mostAtOnce = 8;

/**
 * Carries out a plan in its order; objects are created several at a time. Once anything was not as it had been seen nothing
 * is deleted any more in this pass: what the plan took for granted may not be so. What is refused holds up nothing else.
 * Gives the verdicts that are not `done`.
 */
export async function carryOut(
  settings: CarryOutSettings,
  actions: readonly BootSourceAction[],
): Promise<readonly Exclude<ActionVerdict, { verdict: 'done' }>[]> {
  const wrong: Exclude<ActionVerdict, { verdict: 'done' }>[] = [];
  for (const batch of batches(actions)) {
    if (settings.signal.aborted) break;
    const isStale = wrong.some(({ verdict }) => verdict === 'stale');
    const now = batch.filter((action) => settings.isWanted(action) && !(isStale && action.kind === 'delete'));
    for (const verdict of await allOf(now.map((action) => act(settings, action))))
      if (verdict.verdict !== 'done') wrong.push(verdict);
  }
  return wrong;
}

/** Also where one fails, nothing is under way any more afterwards. */
async function allOf<T>(promises: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

function batches(actions: readonly BootSourceAction[]): readonly (readonly BootSourceAction[])[] {
  const made: BootSourceAction[][] = [];
  for (const action of actions) {
    const last = made.at(-1);
    if (last && last.length < mostAtOnce && [...last, action].every(isMadeWithOthers)) last.push(action);
    else made.push([action]);
  }
  return made;
}

/** A namespace has to be there before what goes into it. */
function isMadeWithOthers({ kind, object }: BootSourceAction): boolean {
  return kind === 'create' && object.kind !== 'Namespace';
}

async function act(settings: CarryOutSettings, action: BootSourceAction): Promise<ActionVerdict> {
  const verdict = await send(settings, action);
  if (verdict.verdict === 'done') settings.onDone(action);
  return verdict;
}

async function send(
  { client, fieldManager, signal }: CarryOutSettings,
  action: BootSourceAction,
): Promise<ActionVerdict> {
  const resource = resourceOfKind(action.object.kind);
  switch (action.kind) {
    case 'create': {
      const created = await client.create(resource, action.object, { fieldManager, signal });
      if (!created.ok) return refusal(action, created.status);
      return done;
    }
    case 'update': {
      const patch = { type: 'merge', body: ofThisVersion(action) } as const;
      const patched = await client.patch(resource, action.object, patch, { fieldManager, signal });
      if (!patched.ok) return refusal(action, patched.status);
      return done;
    }
    case 'delete': {
      const preconditions = versionOf(action.object);
      const deleted = await client.delete(resource, action.object, {
        preconditions,
        propagation: 'Background',
        signal,
      });
      if (!deleted.ok && deleted.status.code !== 404) return refusal(action, deleted.status);
      return done;
    }
  }
}

const done = { verdict: 'done' } as const;

/** The patch holds for the version that was planned with. */
function ofThisVersion({ object, patch }: Extract<BootSourceAction, { kind: 'update' }>): JsonObject {
  const metadata = isJsonObject(patch.metadata) ? patch.metadata : {};
  return { ...patch, metadata: { ...metadata, ...versionOf(object) } };
}

function versionOf({ uid, resourceVersion }: SeenObject) {
  return {
    ...(uid === undefined ? {} : { uid }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  };
}

/** What is there already, is gone or has changed is a matter of looking again. */
function refusal(action: BootSourceAction, status: KubernetesStatus): ActionVerdict {
  const { kind, object } = action;
  const { code, message } = status;
  const because = `cannot ${kind} ${object.kind} ${nameOfBootSource(action)}: ${message}`;
  if (code === 409 || (code === 404 && kind !== 'create')) return { verdict: 'stale', because };
  return { verdict: 'refused', because, forbidden: isMissingPermission(status) };
}
