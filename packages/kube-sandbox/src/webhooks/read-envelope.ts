import { goJsonError, isJsonObject, type JsonObject, textAt } from '@archipelago/apimachinery';
import { goWord } from '../built-in/types/decode-scalar.ts';
import { readJson } from '../requests/read-body.ts';
import type { OutgoingResult } from './outgoing-call.ts';
import { refusedCall } from './refused-call.ts';

/** Versions in which reviews of all kinds are spoken. */
export type ReviewVersion = 'v1' | 'v1beta1';

/** The review that an answer has to be. */
interface ReviewKind {
  readonly group: string;
  readonly kind: string;
  readonly version: ReviewVersion;
}

/** The review of an answer, or why there is none. */
type Envelope =
  | { readonly ok: true; readonly review: JsonObject }
  | { readonly ok: false; readonly problem: string };

const HEAD_TYPE =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

function failed(problem: string): Envelope {
  return { ok: false, problem };
}

function parse(body: string): Envelope {
  const read = readJson(Buffer.from(body));
  const head = "couldn't get version/kind; json parse error:";
  if ('value' in read && isJsonObject(read.value)) return { ok: true, review: read.value };
  if ('value' in read)
    return failed(`${head} json: cannot unmarshal ${goWord(read.value)} into Go value of type ${HEAD_TYPE}`);
  // what is not JSON is read as YAML, in which most texts are a text
  if (!/^\s*[[{]/.test(body))
    return failed(`${head} json: cannot unmarshal string into Go value of type ${HEAD_TYPE}`);
  return failed(`${head} ${goJsonError(body) ?? read.problem}`);
}

/** The decoder takes what says nothing of itself for what it expects, and knows two versions. */
function kindProblem(review: JsonObject, { group, kind, version }: ReviewKind): string | undefined {
  const apiVersion = textAt(review, 'apiVersion') || `${group}/${version}`;
  const given = textAt(review, 'kind') || kind;
  const other =
    apiVersion === `${group}/v1` ? 'v1' : apiVersion === `${group}/v1beta1` ? 'v1beta1' : undefined;
  if (other === undefined || given !== kind)
    return `no kind "${given}" is registered for version "${apiVersion}" in scheme "pkg/runtime/scheme.go:111"`;
  if (other === version) return undefined;
  return `converting (${other}.${kind}) to (${version}.${kind}): unknown conversion`;
}

/** Reads what came of a call as a review of the kind. */
export function readEnvelope(result: OutgoingResult, expected: ReviewKind): Envelope {
  if (result.kind === 'failed') return failed(result.problem);
  const refused = refusedCall(result);
  if (refused !== undefined) return failed(refused);
  const read = parse(result.body);
  if (!read.ok) return read;
  const wrong = kindProblem(read.review, expected);
  return wrong === undefined ? read : failed(wrong);
}

/** What a review of v1 has to say of itself in full. */
export function selfProblem(review: JsonObject, { group, kind }: ReviewKind): string | undefined {
  const apiVersion = textAt(review, 'apiVersion');
  const given = textAt(review, 'kind');
  if (apiVersion === `${group}/v1` && given === kind) return undefined;
  const shown = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
  return `expected webhook response of ${group}/v1, Kind=${kind}, got ${shown}, Kind=${given}`;
}

/** An answer of v1 must be the one to the question. */
export function uidProblem(response: JsonObject, uid: string): string | undefined {
  const given = textAt(response, 'uid');
  return given === uid
    ? undefined
    : `expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(given)}`;
}

/** The first version of a list that this server knows. */
export function reviewVersionOf(wanted: readonly string[]): ReviewVersion {
  const found = wanted.find((one): one is ReviewVersion => one === 'v1' || one === 'v1beta1');
  return found ?? 'v1';
}
