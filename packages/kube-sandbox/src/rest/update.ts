import { type JsonObject, textAt } from '@archipelago/apimachinery';
import { admitObject } from '../admission/admit-body.ts';
import { checkNamespace } from '../admission/namespace-lifecycle.ts';
import { trackRequest } from '../apply/apply-fields.ts';
import type { Call } from '../calls/call.ts';
import { readBodyFor } from '../calls/read-body-for.ts';
import { answerObject } from '../calls/respond.ts';
import { servedForm } from '../conversion/stored-forms.ts';
import { metadataOf } from '../json/json-access.ts';
import { Refusal } from '../refusals/refusal.ts';
import { badRequest, conflict, internal, invalid, modified, notFound } from '../refusals/status.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import { readWriteOptions, type WriteOptions } from '../requests/write-options.ts';
import { resourceSubject } from '../resources/resource-type.ts';
import type { StoredObject } from '../storage/object-store.ts';
import { invalidValue } from '../validation/field-errors.ts';
import { inRequestNamespace, keyOf, storeNew } from './create.ts';
import { storeChange } from './store-change.ts';

/** The name in the object must be the one in the path. */
export function checkName(call: Call, object: JsonObject): Refusal | undefined {
  const name = textAt(metadataOf(object), 'name');
  if (name === '') {
    return badRequest(
      `the name of the object (${call.name} based on URL) was undeterminable: name must be provided`,
    );
  }
  if (name === call.name) return undefined;
  return badRequest(`the name of the object (${name}) does not match the name on the URL (${call.name})`);
}

function key(call: Call): string {
  const { type, namespace } = call;
  return [
    '/registry',
    ...(type.group.includes('.') && type.custom ? [type.group] : []),
    type.plural,
    ...(namespace ? [namespace] : []),
    call.name,
  ].join('/');
}

/** A uid in the object is a precondition of the update, also where there is nothing yet. */
export function checkUid(
  call: Call,
  object: JsonObject,
  stored: StoredObject | undefined,
): Refusal | undefined {
  const wanted = textAt(metadataOf(object), 'uid');
  const actual = textAt(metadataOf(stored?.object ?? {}), 'uid');
  if (wanted === '' || wanted === actual) return undefined;
  const problem = `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${actual}`;
  return conflict(
    resourceSubject(call.type),
    call.name,
    `StorageError: invalid object, Code: 4, Key: ${key(call)}, ResourceVersion: 0, AdditionalErrorMsg: ${problem}`,
  );
}

/** A resourceVersion that is no number is no refusal but an error, also where there is nothing yet. */
export function versionProblem(object: JsonObject): Refusal | undefined {
  const wanted = textAt(metadataOf(object), 'resourceVersion');
  if (wanted === '' || /^\d+$/.test(wanted)) return undefined;
  return internal(`strconv.ParseUint: parsing ${JSON.stringify(wanted)}: invalid syntax`);
}

/** The resourceVersion in the object must be the stored one; whether it may be absent is the type's choice. */
export function checkResourceVersion(
  call: Call,
  object: JsonObject,
  stored: StoredObject,
): Refusal | undefined {
  const wanted = textAt(metadataOf(object), 'resourceVersion');
  const problem = versionProblem(object);
  if (problem !== undefined) return problem;
  if (wanted === '' || /^0+$/.test(wanted)) {
    if (call.type.unconditionalUpdate) return undefined;
    const error = invalidValue('metadata.resourceVersion', 0, 'must be specified for an update');
    return invalid(resourceSubject(call.type), call.name, [error]);
  }
  return Number(wanted) === stored.revision ? undefined : modified(resourceSubject(call.type), call.name);
}

function createOnUpdate(call: Call, object: JsonObject, options: WriteOptions): ApiResponse | Refusal {
  if (!call.type.createOnUpdate) return notFound(resourceSubject(call.type), call.name);
  const refused =
    checkUid(call, object, undefined) ?? checkNamespace(call, call.name) ?? versionProblem(object);
  if (refused !== undefined) return refused;
  const tracked = trackRequest(call, { live: undefined, object, manager: options.fieldManager });
  if (tracked instanceof Refusal) return tracked;
  const created = storeNew(call, tracked, options);
  return created instanceof Refusal ? created : answerObject(call, 201, created);
}

function readUpdate(call: Call, options: WriteOptions): JsonObject | Refusal {
  const body = readBodyFor(call);
  if (body instanceof Refusal) return body;
  const admitted = admitObject(call, body.object, options, body.problems);
  if (admitted instanceof Refusal) return admitted;
  const placed = inRequestNamespace(admitted.object, call);
  if (placed instanceof Refusal) return placed;
  return checkName(call, placed) ?? placed;
}

/** PUT of an object, of its status, or of another subresource that speaks the object's own kind. */
export function update(call: Call): ApiResponse | Refusal {
  const options = readWriteOptions(call.request, 'UpdateOptions');
  if (options instanceof Refusal) return options;
  const object = readUpdate(call, options);
  if (object instanceof Refusal) return object;
  const stored = call.server.store.get(keyOf(call, call.name));
  if (stored === undefined) return createOnUpdate(call, object, options);
  const refused = checkUid(call, object, stored) ?? checkResourceVersion(call, object, stored);
  if (refused !== undefined) return refused;
  const old = servedForm(call, stored.object);
  if (old instanceof Refusal) return old;
  const tracked = trackRequest(call, { live: old, object, manager: options.fieldManager });
  if (tracked instanceof Refusal) return tracked;
  const changed = storeChange(call, { stored, old, object: tracked, dryRun: options.dryRun });
  return changed instanceof Refusal ? changed : answerObject(call, 200, changed);
}
