import { isJsonObject, type JsonObject, type JsonValue } from '../../api/json-value.ts';
import { applyJsonPatch } from '../../patch/json-patch.ts';
import type { JsonPatchOperation } from '../../patch/json-patch-operation.ts';
import { Refusal } from '../refusal.ts';
import { badRequest, refuse, tooLarge } from '../status.ts';
import type { Call } from './call.ts';
import { readJson } from './read-body.ts';

const MAX_OPERATIONS = 10_000;

function parsePatch(body: Uint8Array): JsonValue | Refusal {
  const parsed = readJson(body);
  if ('problem' in parsed) return badRequest(`error decoding patch: ${parsed.problem}`);
  return parsed.value;
}

function typeName(value: JsonValue): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

function wrongShape(value: JsonValue, wanted: string): Refusal {
  return badRequest(`error decoding patch: json: cannot unmarshal ${typeName(value)} into Go value of type ${wanted}`);
}

function optionalText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function operationOf(item: JsonObject): JsonPatchOperation {
  const path = optionalText(item.path);
  const from = optionalText(item.from);
  return {
    op: optionalText(item.op) ?? '',
    ...(path === undefined ? {} : { path }),
    ...(from === undefined ? {} : { from }),
    ...(item.value === undefined ? {} : { value: item.value }),
  };
}

function jsonPatch(live: JsonObject, body: Uint8Array): JsonObject | Refusal {
  const patch = parsePatch(body);
  if (patch instanceof Refusal) return patch;
  if (!Array.isArray(patch)) return wrongShape(patch, 'jsonpatch.Patch');
  if (patch.length > MAX_OPERATIONS) {
    return tooLarge(`The allowed maximum operations in a JSON patch is ${MAX_OPERATIONS}, got ${patch.length}`);
  }
  const operations: JsonPatchOperation[] = [];
  for (const item of patch) {
    if (!isJsonObject(item)) return wrongShape(item, 'jsonpatch.Operation');
    operations.push(operationOf(item));
  }
  const result = applyJsonPatch(live, operations, 'apiserver');
  if (result.ok && isJsonObject(result.value)) return result.value;
  if (!result.ok && result.status !== 422) return refuse({ code: result.status, message: result.message });
  const message = 'the server rejected our request due to an error in our request';
  return refuse({ code: 422, message, reason: 'Invalid', details: {} });
}

function merged(target: JsonValue | undefined, patch: JsonObject): JsonObject {
  const result = new Map(isJsonObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key);
    else result.set(key, isJsonObject(value) ? merged(result.get(key), value) : value);
  }
  return Object.fromEntries(result);
}

function mergePatch(live: JsonObject, body: Uint8Array): JsonObject | Refusal {
  const patch = parsePatch(body);
  if (patch instanceof Refusal) return patch;
  return isJsonObject(patch) ? merged(live, patch) : wrongShape(patch, 'map[string]interface {}');
}

function strategicPatch(call: Call, live: JsonObject, body: Uint8Array): JsonObject | Refusal {
  const parsed = readJson(body);
  if ('problem' in parsed) return badRequest(parsed.problem);
  const { value } = parsed;
  if (!isJsonObject(value)) {
    return badRequest(`json: cannot unmarshal ${typeName(value)} into Go value of type map[string]interface {}`);
  }
  void call;
  return merged(live, value);
}

/** The content types PATCH takes, apart from server-side apply. */
export type PatchType = 'json' | 'merge' | 'strategic';

/** The object after the patch in the request's body. */
export function applyPatch(call: Call, live: JsonObject, type: PatchType): JsonObject | Refusal {
  const { body } = call.request;
  switch (type) {
    case 'json':
      return jsonPatch(live, body);
    case 'merge':
      return mergePatch(live, body);
    case 'strategic':
      return strategicPatch(call, live, body);
  }
}
