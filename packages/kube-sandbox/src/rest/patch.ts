import { type JsonObject, textAt } from '@archipelago/apimachinery';
import { noSuchKind, strictProblem, unknownConversion, unknownFields } from '../admission/admit-body.ts';
import { trackRequest } from '../apply/apply-fields.ts';
import type { Call } from '../calls/call.ts';
import { answerObject } from '../calls/respond.ts';
import { servedForm } from '../conversion/stored-forms.ts';
import { Refusal } from '../refusals/refusal.ts';
import { internalError, invalid, notFound } from '../refusals/status.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import { checkSize } from '../requests/read-body.ts';
import { readWriteOptions, type WriteOptions } from '../requests/write-options.ts';
import { groupVersion, resourceSubject } from '../resources/resource-type.ts';
import { invalidValue } from '../validation/field-errors.ts';
import { apply } from './apply.ts';
import { applyPatch, type PatchedObject, type PatchType } from './apply-patch.ts';
import { checkPathName } from './check-path-name.ts';
import { inRequestNamespace, keyOf } from './create.ts';
import { invalidPatch } from './invalid-patch.ts';
import { patchTypeOf } from './patch-type-of.ts';
import { storeChange } from './store-change.ts';
import { checkName, checkResourceVersion } from './update.ts';

/** Custom resources say which of the two is another one. */
function otherCustomKind({ type, name }: Call, apiVersion: string, kind: string): Refusal {
  const [field, found, wanted] =
    kind === type.kind ? ['apiVersion', apiVersion, groupVersion(type)] : ['kind', kind, type.kind];
  return invalid({ group: type.group, resource: kind }, name, [
    invalidValue(field, found, `must be ${wanted}`),
  ]);
}

/** A patch may turn an object into one of another kind; it is read as that kind, and does not fit. */
function otherKind(call: Call, object: JsonObject): Refusal | undefined {
  const { type, server } = call;
  const apiVersion = textAt(object, 'apiVersion') || groupVersion(type);
  const kind = textAt(object, 'kind') || type.kind;
  if (apiVersion === groupVersion(type) && kind === type.kind) return undefined;
  if (type.custom) return otherCustomKind(call, apiVersion, kind);
  const other = server.registry.findKind(apiVersion, kind);
  if (other === undefined) return invalidPatch(object, noSuchKind(apiVersion, kind));
  const admitted = other.behaviour.admit(object);
  if (admitted instanceof Refusal) return admitted;
  return invalidPatch(
    object,
    'problem' in admitted ? admitted.problem : unknownConversion(type, apiVersion, kind),
  );
}

/** A patch that takes the version away leaves what nobody can read: of a built-in kind not even the name. */
function versionless(call: Call, object: JsonObject, options: WriteOptions): Refusal | undefined {
  if (textAt(object, 'apiVersion') !== '') return undefined;
  // strictly read, all fields of what nobody can read are unknown
  if (!call.type.custom && options.fieldValidation === 'Strict')
    return invalidPatch(object, 'strict decoding error: unknown field "metadata"');
  return call.type.custom
    ? internalError("Object 'apiVersion' is missing in 'object has no apiVersion field'")
    : checkName(call, {});
}

function admitPatched(call: Call, patched: PatchedObject, options: WriteOptions): JsonObject | Refusal {
  const { type } = call;
  const { problems, shown } = patched;
  // a strategic patch is carried out on the type, which has no other kind
  const object =
    shown === undefined
      ? patched.object
      : { ...patched.object, apiVersion: groupVersion(type), kind: type.kind };
  const other = versionless(call, object, options) ?? otherKind(call, object);
  if (other !== undefined) return other;
  const admitted = type.behaviour.admit(object);
  if (admitted instanceof Refusal) return admitted;
  if ('problem' in admitted) return invalidPatch(object, admitted.problem);
  const strict = strictProblem(call, [...problems, ...unknownFields(admitted.unknownFields)], options);
  if (strict !== undefined) return invalidPatch(object, strict, shown);
  const placed = inRequestNamespace(admitted.object, call);
  if (placed instanceof Refusal) return placed;
  return checkName(call, placed) ?? placed;
}

function patchStored(call: Call, type: PatchType, options: WriteOptions): ApiResponse | Refusal {
  const misnamed = checkPathName(call);
  if (misnamed !== undefined) return misnamed;
  const stored = call.server.store.get(keyOf(call, call.name));
  if (stored === undefined) return notFound(resourceSubject(call.type), call.name);
  const old = servedForm(call, stored.object);
  if (old instanceof Refusal) return old;
  const patched = applyPatch(call, old, type);
  if (patched instanceof Refusal) return patched;
  const object = admitPatched(call, patched, options);
  if (object instanceof Refusal) return object;
  const refused = checkResourceVersion(call, object, stored);
  if (refused !== undefined) return refused;
  const tracked = trackRequest(call, { live: old, object, manager: options.fieldManager });
  if (tracked instanceof Refusal) return tracked;
  const changed = storeChange(call, { stored, old, object: tracked, dryRun: options.dryRun });
  return changed instanceof Refusal ? changed : answerObject(call, 200, changed);
}

/** PATCH of an object or its status, in any of the four formats. */
export function patch(call: Call): ApiResponse | Refusal {
  const type = patchTypeOf(call.type, call.request);
  if (type instanceof Refusal) return type;
  const tooBig = checkSize(call.request.body);
  if (tooBig !== undefined) return tooBig;
  const options = readWriteOptions(call.request, 'PatchOptions', type === 'apply');
  if (options instanceof Refusal) return options;
  return type === 'apply' ? apply(call, options) : patchStored(call, type, options);
}
