import { isJsonObject, type JsonObject, textAt } from '@archipelago/apimachinery';
import { type AdmittedBody, admitObject, strictProblem } from '../admission/admit-body.ts';
import { checkNamespace } from '../admission/namespace-lifecycle.ts';
import { applyChange } from '../apply/apply-fields.ts';
import { wrapIntegers } from '../built-in/types/wrap-integers.ts';
import type { Call } from '../calls/call.ts';
import { answerObject } from '../calls/respond.ts';
import { servedForm } from '../conversion/stored-forms.ts';
import { metadataOf, withMetadata } from '../json/json-access.ts';
import { Refusal } from '../refusals/refusal.ts';
import { badRequest, conflict, internal } from '../refusals/status.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import type { WriteOptions } from '../requests/write-options.ts';
import { groupVersion, resourceSubject } from '../resources/resource-type.ts';
import type { StoredObject } from '../storage/object-store.ts';
import { inRequestNamespace, keyOf, storeNew } from './create.ts';
import { type AppliedBody, readApplied } from './read-applied.ts';
import { refusedApply } from './refused-apply.ts';
import { storeChange } from './store-change.ts';
import { checkName, checkResourceVersion, versionProblem } from './update.ts';

function createApplied(call: Call, object: JsonObject, options: WriteOptions): ApiResponse | Refusal {
  const uid = textAt(metadataOf(object), 'uid');
  if (uid !== '') {
    const problem = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
    return conflict(resourceSubject(call.type), call.name, problem);
  }
  const problem = versionProblem(object);
  if (problem !== undefined) return problem;
  const created = storeNew(call, withMetadata(object, { resourceVersion: undefined }), options);
  return created instanceof Refusal ? created : answerObject(call, 201, created);
}

function updateApplied(
  call: Call,
  stored: StoredObject,
  change: { readonly old: JsonObject; readonly object: JsonObject; readonly dryRun: boolean },
): ApiResponse | Refusal {
  const stale = checkResourceVersion(call, change.object, stored);
  if (stale !== undefined) return stale;
  const changed = storeChange(call, { stored, ...change });
  return changed instanceof Refusal ? changed : answerObject(call, 200, changed);
}

/** What is there already; without it the apply creates, which its namespace must allow. */
function liveOf(call: Call): Live | undefined | Refusal {
  const stored = call.server.store.get(keyOf(call, call.name));
  if (stored === undefined) return checkNamespace(call, call.name);
  const old = servedForm(call, stored.object);
  return old instanceof Refusal ? old : { stored, old };
}

interface Live {
  readonly stored: StoredObject;
  readonly old: JsonObject;
}

function merge(
  call: Call,
  body: AppliedBody,
  live: Live | undefined,
  options: WriteOptions,
): JsonObject | Refusal {
  const { fieldManager: manager, force } = options;
  const result = applyChange(call, { live: live?.old, object: body.object, manager, force });
  if (result instanceof Refusal) return result;
  if (!result.ok) return refusedApply(result);
  const strict = strictProblem(call, body.problems, options);
  if (strict !== undefined) return badRequest(strict);
  return admitMerged(call, result.object, options);
}

/** Server-side apply: a PATCH that says what its manager wants, and creates the object where there is none. */
export function apply(call: Call, options: WriteOptions): ApiResponse | Refusal {
  const { type, request } = call;
  const body = readApplied(request.body, { apiVersion: groupVersion(type), kind: type.kind });
  if (body instanceof Refusal) return body;
  const live = liveOf(call);
  if (live instanceof Refusal) return live;
  const object = merge(call, body, live, options);
  if (object instanceof Refusal) return object;
  if (live === undefined) return createApplied(call, object, options);
  return updateApplied(call, live.stored, { old: live.old, object, dryRun: options.dryRun });
}

/** What a field's Go type does not take shows only when the merged object is read again, and is no refusal then. */
function unconvertible({ type, name }: Call, { status, code }: Refusal): Refusal {
  const message = textAt(status, 'message');
  const problem = / cannot be handled as a [^:]*: (.*)$/s.exec(message)?.[1];
  if (code !== 400 || problem === undefined) return badRequest(message);
  const kind = `${type.group}/${type.version}, Kind=${type.kind}`;
  return internal(
    `failed to convert new object (/${name}; ${kind}) to proper version: unable to convert unstructured object to ${kind}: ${problem}`,
  );
}

/** Read as it is, or as it becomes where a number is too large for its field. */
function admitConverted(call: Call, merged: JsonObject, options: WriteOptions): AdmittedBody | Refusal {
  const { wireType } = call.type;
  const admitted = admitObject(call, merged, options);
  if (!(admitted instanceof Refusal) || wireType === undefined || !isTooLarge(admitted)) return admitted;
  const fitting = wrapIntegers(merged, { ref: wireType });
  return isJsonObject(fitting) ? admitObject(call, fitting, options) : admitted;
}

function isTooLarge({ status }: Refusal): boolean {
  return / unmarshal number -?\d+ into Go .*int32$|unmarshal number into Go .*int32$/.test(
    textAt(status, 'message'),
  );
}

function admitMerged(call: Call, merged: JsonObject, options: WriteOptions): JsonObject | Refusal {
  const admitted = admitConverted(call, merged, { ...options, nulls: 'kept' });
  if (admitted instanceof Refusal) return call.type.custom ? admitted : unconvertible(call, admitted);
  const placed = inRequestNamespace(admitted.object, call);
  if (placed instanceof Refusal) return placed;
  return checkName(call, placed) ?? placed;
}
