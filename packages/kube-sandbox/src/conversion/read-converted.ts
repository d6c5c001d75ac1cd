import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectAt,
  printJson,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { goWord } from '../built-in/types/decode-scalar.ts';
import { metadataOf } from '../json/json-access.ts';
import type { Heard } from '../webhooks/consultation.ts';
import { type ReviewVersion, readEnvelope, selfProblem, uidProblem } from '../webhooks/read-envelope.ts';
import { restoreMetadata } from './restore-metadata.ts';

/** The object in the version that was asked for, or why it is none, in the words of a kube-apiserver. */
export type Converted =
  | { readonly ok: true; readonly object: JsonObject }
  | { readonly ok: false; readonly problem: string };

/** What was asked. */
interface Asked {
  readonly original: JsonObject;
  readonly apiVersion: string;
  readonly reviewVersion: ReviewVersion;
}

const ENVELOPE = { group: 'apiextensions.k8s.io', kind: 'ConversionReview', version: 'v1' } as const;

/** Fields of the response and their types in Go. */
const FIELDS = [
  { name: 'uid', type: 'types.UID', fits: (value: JsonValue) => typeof value === 'string' },
  { name: 'result', type: 'v1.Status', fits: (value: JsonValue) => isJsonObject(value) },
  {
    name: 'convertedObjects',
    type: '[]runtime.RawExtension',
    fits: (value: JsonValue) => Array.isArray(value),
  },
] as const;

function failed(problem: string): Converted {
  return { ok: false, problem };
}

function resultProblem(response: JsonObject): string | undefined {
  const result = objectAt(response, 'result');
  const status = textAt(result, 'status');
  if (status === 'Success') return undefined;
  return textAt(result, 'message') || `response.result.status was '${status}', not 'Success'`;
}

function misfit(value: JsonValue, field: string, type: string): string {
  return `json: cannot unmarshal ${goWord(value)} into Go struct field ${field} of type ${type}`;
}

/** What is wrong with the types of the response, as Go's decoder tells it. */
function shapeProblem(review: JsonObject, version: ReviewVersion): string | undefined {
  const response = valueAt(review, 'response') ?? null;
  if (response === null) return undefined;
  if (!isJsonObject(response))
    return misfit(response, 'ConversionReview.response', `${version}.ConversionResponse`);
  const wrong = FIELDS.find(({ name, fits }) => {
    const value = valueAt(response, name) ?? null;
    return value !== null && !fits(value);
  });
  if (wrong === undefined) return undefined;
  return misfit(
    valueAt(response, wrong.name) ?? null,
    `ConversionResponse.response.${wrong.name}`,
    wrong.type,
  );
}

function answerProblem(review: JsonObject, uid: string, version: ReviewVersion): string | undefined {
  const shape = shapeProblem(review, version);
  if (shape !== undefined) return shape;
  const own = version === 'v1' ? selfProblem(review, ENVELOPE) : undefined;
  if (own !== undefined) return own;
  const response = valueAt(review, 'response') ?? null;
  if (!isJsonObject(response)) return 'no response provided';
  return (version === 'v1' ? uidProblem(response, uid) : undefined) ?? resultProblem(response);
}

/** A converted object as Go's decoder of objects without a type takes it. */
function decoded(value: JsonValue | undefined): Converted {
  if (value === undefined || value === null) return failed('unexpected end of JSON input');
  if (!isJsonObject(value))
    return failed(`json: cannot unmarshal ${goWord(value)} into Go value of type map[string]interface {}`);
  if (textAt(value, 'kind') === '') return failed(`Object 'Kind' is missing in '${printJson(value)}'`);
  return { ok: true, object: value };
}

function identityProblem(object: JsonObject, { original, apiVersion }: Asked): string | undefined {
  const given = textAt(object, 'apiVersion');
  if (given !== apiVersion)
    return `invalid object at index 0: invalid groupVersion (expected ${apiVersion}, received ${given})`;
  const [kind, ownKind] = [textAt(object, 'kind'), textAt(original, 'kind')];
  if (kind !== ownKind)
    return `invalid object at index 0: invalid kind (expected ${ownKind}, received ${kind})`;
  for (const [name, shown] of [
    ['name', 'name'],
    ['namespace', 'namespace'],
    ['uid', 'UID'],
  ] as const) {
    const [before, after] = [textAt(metadataOf(original), name), textAt(metadataOf(object), name)];
    if (before !== after) return `invalid object: must have the same ${shown}: ${before} != ${after}`;
  }
  return undefined;
}

/** Reads the answer of a conversion webhook about one object. */
export function readConverted({ uid, result }: Heard, asked: Asked): Converted {
  const { original, reviewVersion } = asked;
  const of = `conversion webhook for ${textAt(original, 'apiVersion')}, Kind=${textAt(original, 'kind')}`;
  const envelope = readEnvelope(result, { ...ENVELOPE, version: reviewVersion });
  if (!envelope.ok) return failed(`${of} failed: ${envelope.problem}`);
  const problem = answerProblem(envelope.review, uid, reviewVersion);
  if (problem !== undefined) return failed(`${of} failed: ${problem}`);
  const given = valueAt(envelope.review, 'response', 'convertedObjects') ?? [];
  const objects = Array.isArray(given) ? given : [];
  if (objects.length !== 1) return failed(`${of} returned ${objects.length} objects, expected 1`);
  const read = decoded(objects[0]);
  if (!read.ok) return read;
  const identity = identityProblem(read.object, asked);
  if (identity !== undefined) return failed(`${of} returned ${identity}`);
  const restored = restoreMetadata(original, read.object);
  return restored.ok ? restored : failed(`${of} returned invalid metadata: ${restored.problem}`);
}
