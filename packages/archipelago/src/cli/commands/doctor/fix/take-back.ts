import { type JsonObject, objectAt, textAt } from '@archipelago/apimachinery';
import type { ApiResult, KubernetesClient } from '@archipelago/kube-client';
import { stillHas } from '../../../../doctor/fixes/fix-plan.ts';
import { plainObject } from '../../../cluster/live-cluster.ts';
import { fieldManager, guarded, resourceOfStep } from './fix-writer.ts';
import { refusalText, stepName } from './print-fix.ts';
import type { UndoStep } from './undo-file.ts';

/** What taking a write back comes to. */
type TakingBack =
  /** The object is as it was, or gone. */
  | { readonly kind: 'nothing'; readonly why: string }
  | { readonly kind: 'refused'; readonly why: string }
  | {
      readonly kind: 'write';
      readonly now: JsonObject;
      readonly run: (dryRun: boolean) => Promise<ApiResult<unknown>>;
    };

type Client = Pick<KubernetesClient, 'get' | 'patch' | 'delete'>;

/** Looks whether what a step wrote is still there, and how it would be taken back. */
export async function takingBack(client: Client, step: UndoStep): Promise<TakingBack> {
  const found = await client.get(resourceOfStep(step), step);
  if (!found.ok && (found.status.code !== 404 || step.undo !== undefined))
    return { kind: 'refused', why: refusalText(step, found.status) };
  const now = found.ok ? plainObject(found.value) : undefined;
  if (now === undefined) return { kind: 'nothing', why: 'is not there' };
  // a fix that stopped halfway has not written it
  if (step.undo !== undefined && stillHas(now, step.undo)) return { kind: 'nothing', why: 'is as it was' };
  if (!stillHas(now, contentOf(step.written)))
    return {
      kind: 'refused',
      why: `${stepName(step)}: somebody has changed since what the fix wrote; look at it, and change it by hand`,
    };
  return { kind: 'write', now, run: (dryRun) => write(client, step, { now, dryRun }) };
}

interface Writing {
  readonly now: JsonObject;
  readonly dryRun: boolean;
}

function write(client: Client, step: UndoStep, { now, dryRun }: Writing): Promise<ApiResult<unknown>> {
  const resource = resourceOfStep(step);
  const [uid, resourceVersion] = [textAt(now, 'metadata', 'uid'), textAt(now, 'metadata', 'resourceVersion')];
  if (step.undo === undefined)
    return client.delete(resource, step, { dryRun, preconditions: { uid, resourceVersion } });
  const body = guarded(step.undo, resourceVersion);
  return client.patch(resource, step, { type: 'merge', body }, { dryRun, fieldManager });
}

/** Of a creation what the server does not complete. */
function contentOf({ metadata, ...rest }: JsonObject): JsonObject {
  const { annotations, labels } = objectAt(metadata);
  const told = {
    ...(annotations === undefined ? {} : { annotations }),
    ...(labels === undefined ? {} : { labels }),
  };
  return Object.keys(told).length === 0 ? rest : { ...rest, metadata: told };
}
