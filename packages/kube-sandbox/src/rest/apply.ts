import { isJsonObject, type JsonObject, textAt } from '@archipelago/apimachinery';
import { type AdmittedBody, admitObject, strictProblem } from '../admission/admit-body.ts';
import { checkNamespace } from '../admission/namespace-lifecycle.ts';
import { applyChange } from '../apply/apply-fields.ts';
import type { ApplyResult } from '../apply/apply-server-side.ts';
import { wrapIntegers } from '../built-in/types/wrap-integers.ts';
import type { Call } from '../calls/call.ts';
import { answerObject } from '../calls/respond.ts';
import { servedForm } from '../conversion/stored-forms.ts';
import { metadataOf, withMetadata } from '../json/json-access.ts';
import { Refusal } from '../refusals/refusal.ts';
import { badRequest, conflict, internal, refuse } from '../refusals/status.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import { readJson, readYaml } from '../requests/read-body.ts';
import type { WriteOptions } from '../requests/write-options.ts';
import { groupVersion, resourceSubject } from '../resources/resource-type.ts';
import type { StoredObject } from '../storage/object-store.ts';
import { inRequestNamespace, keyOf, storeNew } from './create.ts';
import { storeChange } from './store-change.ts';
import { checkName, checkResourceVersion, versionProblem } from './update.ts';

interface Body {
  readonly object: JsonObject;
  readonly problems: readonly string[];
}

/** JSON may write a character as two halves, YAML may not. */
const surrogateEscape = /(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]/;

/** Apply bodies are YAML; most are JSON, which is read faster. */
function readApplied(body: Uint8Array): Body | Refusal {
  const json = readJson(body);
  if ('value' in json && isJsonObject(json.value)) {
    if (!surrogateEscape.test(new TextDecoder().decode(body))) return { object: json.value, problems: [] };
    return badRequest('error decoding YAML: yaml: found invalid Unicode character escape code');
  }
  const yaml = readYaml(body, 'last');
  if ('problem' in yaml) return badRequest(`error decoding YAML: ${yaml.problem}`);
  if (isJsonObject(yaml.value)) return { object: yaml.value, problems: yaml.duplicates };
  return badRequest(
    'error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal a value that is not an object',
  );
}

/** An apply must name what it applies. */
function checkType(call: Call, object: JsonObject): Refusal | undefined {
  const apiVersion = textAt(object, 'apiVersion');
  const kind = textAt(object, 'kind');
  if (apiVersion === groupVersion(call.type) && kind === call.type.kind) return undefined;
  const shown = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
  return badRequest(`invalid object type: ${shown}, Kind=${kind}`);
}

function refused(result: Extract<ApplyResult, { ok: false }>): Refusal {
  switch (result.status) {
    case 400:
      return badRequest(result.message);
    case 500:
      return internal(result.message);
    case 409: {
      const causes = result.causes.map(({ message, field }) => ({
        reason: 'FieldManagerConflict',
        message,
        field,
      }));
      return refuse({ code: 409, message: result.message, reason: 'Conflict', details: { causes } });
    }
  }
}

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

function merge(call: Call, body: Body, live: Live | undefined, options: WriteOptions): JsonObject | Refusal {
  const { fieldManager: manager, force } = options;
  const result = applyChange(call, { live: live?.old, object: body.object, manager, force });
  if (result instanceof Refusal) return result;
  if (!result.ok) return refused(result);
  const strict = strictProblem(call, body.problems, options);
  if (strict !== undefined) return badRequest(strict);
  return admitMerged(call, result.object, options);
}

/** Server-side apply: a PATCH that says what its manager wants, and creates the object where there is none. */
export function apply(call: Call, options: WriteOptions): ApiResponse | Refusal {
  const body = readApplied(call.request.body);
  if (body instanceof Refusal) return body;
  const wrongType = checkType(call, body.object);
  if (wrongType !== undefined) return wrongType;
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
