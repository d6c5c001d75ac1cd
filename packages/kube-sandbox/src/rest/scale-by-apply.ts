import { isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import { applyChange } from '../apply/apply-fields.ts';
import { withReplicasManagers } from '../apply/scale-managers.ts';
import { wrapIntegers } from '../built-in/types/wrap-integers.ts';
import type { Call } from '../calls/call.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { WriteOptions } from '../requests/write-options.ts';
import { groupVersion } from '../resources/resource-type.ts';
import { scaleSteps } from '../resources/scale-paths.ts';
import { inRequestNamespace } from './create.ts';
import { readApplied } from './read-applied.ts';
import { refusedApply } from './refused-apply.ts';
import { scaleOf } from './scale-of.ts';
import { scaleType, typedScale } from './typed-scale.ts';

/** Where the managers of an object have its replicas. */
export function replicasOwnership({ type }: Call) {
  return { apiVersion: groupVersion(type), path: scaleSteps(type.scale?.specReplicas ?? '') };
}

/** The Scale that an apply asks for, with its managers. */
export function scaleByApply(call: Call, old: JsonObject, options: WriteOptions): JsonObject | Refusal {
  const body = readApplied(call.request.body, { apiVersion: 'autoscaling/v1', kind: 'Scale' });
  if (body instanceof Refusal) return body;
  const { fieldManager: manager, force } = options;
  const live = withReplicasManagers(scaleOf(call, old), old, replicasOwnership(call));
  const context = { ...call, wireType: scaleType };
  const result = applyChange(context, { live, object: body.object, manager, force });
  if (result instanceof Refusal) return result;
  if (!result.ok) return refusedApply(result);
  const fitting = wrapIntegers(result.object, { ref: scaleType });
  const typed = typedScale(call, isJsonObject(fitting) ? fitting : result.object);
  return typed instanceof Refusal ? typed : inRequestNamespace(typed, call);
}
