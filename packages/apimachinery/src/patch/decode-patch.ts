import { objectAt, valueAt } from '../api/json-members.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '../api/json-value.ts';
import { parseJson } from '../json/parse-json.ts';
import { goJsonError } from './go-json-error.ts';
import type { JsonPatchOperation } from './json-patch-operation.ts';
import { jsonSize, maxLevels } from './json-size.ts';
import { scanJson } from './scan-json.ts';

/** A patch that could not be read; the status is the API server's. */
export interface UndecodedPatch {
  readonly ok: false;
  readonly message: string;
  readonly status: number;
}

/** Operations as the API server's JSON patch sees them. */
type DecodedJsonPatch =
  | {
      readonly ok: true;
      readonly operations: readonly JsonPatchOperation[];
      /** What strict field validation complains about. */
      readonly warnings: readonly string[];
    }
  | UndecodedPatch;

/** A merge patch or strategic merge patch. */
type DecodedMergePatch =
  | { readonly ok: true; readonly patch: JsonObject; readonly warnings: readonly string[] }
  | UndecodedPatch;

const maxOperations = 10_000;
const members = ['op', 'path', 'from', 'value'];

/** Decodes the body of a JSON patch request the way Kubernetes' API server does, messages included. */
export function decodeServerJsonPatch(text: string): DecodedJsonPatch {
  const read = readText(text);
  if (!read.ok) return read;
  const { value } = read;
  if (value === null) return { ok: true, operations: [], warnings: [] };
  if (!isJsonList(value)) return wrongType(value, 'Go value of type []handlers.jsonPatchOp');
  if (value.length > maxOperations) {
    const message = `The allowed maximum operations in a JSON patch is ${maxOperations}, got ${value.length}`;
    return { ok: false, message, status: 413 };
  }
  const { duplicates, oddNumbers } = scanJson(text);
  const odd = new Set(oddNumbers.map((path) => /^\[\d+\]\.value(?![^.[])/.exec(path)?.[0]));
  const operations: JsonPatchOperation[] = [];
  const warnings = duplicates.map((path) => `json patch duplicate field "${path}"`);
  for (const [index, item] of value.entries()) {
    const problem = itemProblem(item);
    if (problem !== undefined) return problem;
    const object = objectAt(item);
    const unknown = Object.keys(object).filter((name) => !members.includes(name));
    warnings.push(...unknown.map((name) => `json patch unknown field "[${index}].${name}"`));
    operations.push(operationOf(object, odd.has(`[${index}].value`)));
  }
  return { ok: true, operations, warnings };
}

/** Decodes the body of a merge patch request the way Kubernetes' API server does. */
export function decodeServerMergePatch(text: string): DecodedMergePatch {
  const read = readText(text);
  if (!read.ok) return read;
  if (read.value === null) return { ok: false, message: 'Invalid JSON Patch', status: 400 };
  if (!isJsonObject(read.value)) return wrongType(read.value, 'Go value of type map[string]interface {}');
  const warnings = scanJson(text).duplicates.map((path) => `duplicate field "${path}"`);
  return { ok: true, patch: read.value, warnings };
}

/** Decodes the body of a strategic merge patch request the way Kubernetes' API server does. */
export function decodeServerStrategicPatch(text: string): DecodedMergePatch {
  const read = readText(text);
  if (!read.ok) return read;
  if (read.value === null) return { ok: true, patch: {}, warnings: [] };
  if (!isJsonObject(read.value)) {
    const message = `json: cannot unmarshal ${goKind(read.value)} into Go value of type map[string]interface {}`;
    return { ok: false, message, status: 400 };
  }
  const warnings = scanJson(text).duplicates.map((path) => `duplicate field "${path}"`);
  return { ok: true, patch: read.value, warnings };
}

/** A JSON patch, or the operation that is none. */
type JsonPatchParseResult =
  | { readonly ok: true; readonly operations: readonly JsonPatchOperation[] }
  | { readonly ok: false; readonly index: number; readonly message: string };

const needs = new Map<string, 'value' | 'from' | undefined>([
  ['add', 'value'],
  ['remove', undefined],
  ['replace', 'value'],
  ['move', 'from'],
  ['copy', 'from'],
  ['test', 'value'],
]);

/**
 * Reads a JSON patch strictly: each operation must be known and have the members it needs. Members beyond those
 * are ignored, as RFC 6902 wants it. `index` is -1 where the whole is not a list.
 */
export function parseJsonPatch(value: unknown): JsonPatchParseResult {
  if (!Array.isArray(value))
    return { ok: false, index: -1, message: 'a JSON patch must be a list of operations' };
  const operations: JsonPatchOperation[] = [];
  for (const [index, item] of value.entries()) {
    const message = operationProblem(item);
    if (message !== undefined) return { ok: false, index, message };
    operations.push(operationOf(item, false));
  }
  return { ok: true, operations };
}

function operationProblem(item: unknown): string | undefined {
  if (!isJsonObject(item)) return 'an operation must be an object';
  const op = valueAt(item, 'op');
  if (typeof op !== 'string' || !needs.has(op)) {
    return `op must be one of ${[...needs.keys()].join(', ')}`;
  }
  if (typeof valueAt(item, 'path') !== 'string') return `operation ${op} needs a path, which is a string`;
  const need = needs.get(op);
  if (need === 'from' && typeof valueAt(item, 'from') !== 'string') {
    return `operation ${op} needs from, which is a string`;
  }
  return need === 'value' ? valueProblem(op, valueAt(item, 'value')) : undefined;
}

function valueProblem(op: string, value: JsonValue | undefined): string | undefined {
  if (value === undefined) return `operation ${op} needs a value`;
  const tooDeep = jsonSize(value, Number.POSITIVE_INFINITY).levels > maxLevels;
  return tooDeep ? `the value is nested deeper than ${maxLevels} levels` : undefined;
}

function operationOf(item: JsonObject, oddNumbers: boolean): JsonPatchOperation {
  const text = (name: string) => {
    const value = valueAt(item, name);
    return typeof value === 'string' ? value : undefined;
  };
  const path = text('path');
  const from = text('from');
  const value = valueAt(item, 'value');
  return {
    op: text('op') ?? 'unknown',
    ...(path === undefined ? {} : { path }),
    ...(from === undefined ? {} : { from }),
    ...(value === undefined ? {} : { value }),
    ...(oddNumbers ? { oddNumbers } : {}),
  };
}

function itemProblem(item: JsonValue): UndecodedPatch | undefined {
  if (item === null) return undefined;
  if (!isJsonObject(item)) return wrongType(item, 'Go value of type handlers.jsonPatchOp');
  for (const name of ['op', 'path', 'from']) {
    const value = valueAt(item, name) ?? null;
    if (value !== null && typeof value !== 'string') {
      return wrongType(value, `Go struct field jsonPatchOp.${name} of type string`);
    }
  }
  return undefined;
}

function wrongType(value: JsonValue, into: string): UndecodedPatch {
  return undecoded(`json: cannot unmarshal ${goKind(value)} into ${into}`);
}

function goKind(value: JsonValue): string {
  if (isJsonList(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'number';
  return typeof value;
}

function undecoded(detail: string): UndecodedPatch {
  return { ok: false, message: `error decoding patch: ${detail}`, status: 400 };
}

function readText(text: string): { readonly ok: true; readonly value: JsonValue } | UndecodedPatch {
  try {
    return { ok: true, value: parseJson(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // Other errors are about limits that Go does not have.
    const isMalformed = /^(?:unexpected|the document ends too early)/.test(error.message);
    return undecoded(isMalformed ? goJsonError(text) : error.message);
  }
}
