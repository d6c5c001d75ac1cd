import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  nestsDeeperThan,
  parseJson,
  scanJson,
  valueAt,
  yamlNestsDeeperThan,
} from '@archipelago/apimachinery';
import { parseDocument, type YAMLParseError } from 'yaml';
import { printObject } from '../json/json-text.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { badRequest, refuse, tooLarge } from '../refusals/status.ts';
import type { ApiRequest } from './api-request.ts';
import { parseContentType } from './media-type.ts';

/** Bytes a request body may have, as in kube-apiserver. */
export const BODY_LIMIT = 3 * 1024 * 1024;

/** Deeper documents would exhaust the stack; JSON has the same limit. */
const MAX_DEPTH = 1000;
const tooDeep = { problem: `yaml: more than ${MAX_DEPTH} nested levels` };

export const JSON_TYPES = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'];

/** The refusal of a body in a format nobody reads here. */
export function unsupportedMediaType(accepted: readonly string[]): Refusal {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`;
  return refuse({ code: 415, message, reason: 'UnsupportedMediaType' });
}

export function checkSize(body: Uint8Array): Refusal | undefined {
  return body.length > BODY_LIMIT ? tooLarge(`limit is ${BODY_LIMIT}`) : undefined;
}

/** Parses JSON text; the problem is told as text. */
export function readJson(body: Uint8Array): { readonly value: JsonValue } | { readonly problem: string } {
  const text = new TextDecoder().decode(body);
  if (text.trim() === '') return { problem: 'unexpected end of JSON input' };
  try {
    return { value: parseJson(text) };
  } catch (error) {
    return { problem: jsonProblem(text, error) };
  }
}

/** Words what is wrong as Go's decoder does, as far as it is about the first character or the end. */
function jsonProblem(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (message.includes('ends too early')) return 'unexpected end of JSON input';
  const first = text.trimStart()[0] ?? '';
  if (!/[[{"\dtfn-]/.test(first)) return `invalid character '${first}' looking for beginning of value`;
  return message;
}

/** A parsed document, with the keys that were written twice. */
interface YamlDocument {
  readonly value: JsonValue;
  readonly duplicates: readonly string[];
  readonly oddNumbers: readonly string[];
}

/** A key written twice, as the API server warns about it. */
function duplicateOf(error: YAMLParseError, text: string): string {
  const key = text.slice(error.pos[0]).match(/^["']?([^"':\s]+)/)?.[1] ?? '';
  return `line ${error.linePos?.[0].line ?? 0}: key ${JSON.stringify(key)} already set in map`;
}

/** Integers of 64 bits stay exact, as in JSON. */
function exactInteger(_key: unknown, value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  const number = Number(value);
  return Number.isSafeInteger(number) || BigInt.asIntN(64, value) !== value ? number : value;
}

/**
 * Parses one YAML document; aliases are limited by the library. Of keys written twice the last counts, or the
 * document is refused.
 */
export function readYaml(
  body: Uint8Array,
  twice: 'last' | 'refused' = 'refused',
): YamlDocument | { readonly problem: string } {
  const text = new TextDecoder().decode(body);
  // indentation counts by columns there
  if (yamlNestsDeeperThan(text, 2 * MAX_DEPTH)) return tooDeep;
  try {
    const document = parseDocument(text, { intAsBigInt: true });
    const duplicates = document.errors.filter((error) => error.code === 'DUPLICATE_KEY');
    const error = document.errors.find((one) => twice === 'refused' || one.code !== 'DUPLICATE_KEY');
    if (error !== undefined) return { problem: `yaml: ${error.message}` };
    const value: JsonValue = document.toJS({ maxAliasCount: 100, reviver: exactInteger });
    if (nestsDeeperThan(value, MAX_DEPTH)) return tooDeep;
    return { value, duplicates: duplicates.map((one) => duplicateOf(one, text)), oddNumbers: [] };
  } catch (error) {
    return { problem: `yaml: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** An object as it was sent. */
export interface BodyObject {
  readonly object: JsonObject;
  /** What strict decoding says of the text itself: fields written twice. */
  readonly problems: readonly string[];
  /** Paths of numbers that are spelled otherwise than the API server would, such as `1.0`. */
  readonly oddNumbers: readonly string[];
}

function readJsonBody(body: Uint8Array): YamlDocument | { readonly problem: string } {
  const parsed = readJson(body);
  if ('problem' in parsed)
    return { problem: `couldn't get version/kind; json parse error: ${parsed.problem}` };
  const { value } = parsed;
  const text = new TextDecoder().decode(body);
  // what is printed as it was written has no member twice and no number that is spelled otherwise
  if (isJsonObject(value) && printObject(value) === text) return { value, duplicates: [], oddNumbers: [] };
  const { duplicates, oddNumbers } = scanJson(text);
  return {
    value,
    duplicates: duplicates.map((path) => `duplicate field "${path}"`),
    oddNumbers,
  };
}

/** Reads a body that must be an object. The problem is worded as for an object without a known kind. */
export function readObject(request: ApiRequest): BodyObject | Refusal | { readonly problem: string } {
  const size = checkSize(request.body);
  if (size !== undefined) return size;
  const type = parseContentType(request.headers['content-type'])?.type ?? 'application/json';
  if (type !== 'application/json' && type !== 'application/yaml') return unsupportedMediaType(JSON_TYPES);
  const parsed = type === 'application/json' ? readJsonBody(request.body) : readYaml(request.body, 'last');
  return 'problem' in parsed ? parsed : objectOf(parsed);
}

function objectOf(parsed: YamlDocument): BodyObject | { readonly problem: string } {
  const { duplicates, oddNumbers } = parsed;
  // Go reads null into an object that stays empty
  const value = parsed.value ?? {};
  const untyped = typeMetaProblem(value);
  if (untyped !== undefined) return { problem: untyped };
  if (isJsonObject(value)) return { object: value, problems: duplicates, oddNumbers };
  return {
    problem:
      "couldn't get version/kind; json parse error: json: cannot unmarshal a value that is not an object",
  };
}

/** What an object is must be said in texts. */
function typeMetaProblem(value: JsonValue): string | undefined {
  for (const name of ['kind', 'apiVersion']) {
    const type = goTypeOf(valueAt(value, name) ?? '');
    if (type !== 'string')
      return `couldn't get version/kind; json parse error: json: cannot unmarshal ${type} into Go struct field .${name} of type string`;
  }
  return undefined;
}

function goTypeOf(value: JsonValue): string {
  if (isJsonList(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'bigint' ? 'number' : typeof value;
}

/** The refusal of a body in a format nobody reads, before its options are looked at. */
export function checkBodyType({ headers }: ApiRequest): Refusal | undefined {
  const { type } = parseContentType(headers['content-type']) ?? { type: 'application/json' };
  return JSON_TYPES.includes(type) ? undefined : unsupportedMediaType(JSON_TYPES);
}

export function unrecognized(kind: string, problem: string): Refusal {
  return badRequest(`the object provided is unrecognized (must be of type ${kind}): ${problem}`);
}
