import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  textAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import { goWord } from '../../built-in/types/decode-scalar.ts';
import type { OutgoingResult } from '../../webhooks/outgoing-call.ts';
import { type ReviewVersion, readEnvelope, selfProblem, uidProblem } from '../../webhooks/read-envelope.ts';
import type { WebhookType } from './admission-webhook.ts';
import { denialStatus } from './denial-status.ts';

/** What a webhook's answer comes to. */
export type ReadReview =
  | { readonly kind: 'failed'; readonly problem: string }
  | { readonly kind: 'denied'; readonly status: JsonObject; readonly warnings: readonly string[] }
  | {
      readonly kind: 'allowed';
      readonly warnings: readonly string[];
      /** JSON text; `''` without one. */
      readonly patch: string;
      readonly patchType: string;
    };

/** What was asked, and of whom. */
interface Asked {
  readonly uid: string;
  readonly type: WebhookType;
  readonly version: ReviewVersion;
  readonly name: string;
}

type Checked<T> = T | { readonly problem: string };

const KIND = 'AdmissionReview';
const ENVELOPE = { group: 'admission.k8s.io', kind: KIND, version: 'v1' } as const;
/** Fields of the response and their types in Go; `list` and `map` are of texts. */
const FIELDS = {
  uid: ['string', 'types.UID'],
  allowed: ['boolean', 'bool'],
  status: ['object', 'v1.Status'],
  patch: ['string', '[]uint8'],
  patchType: ['string', 'v1.PatchType'],
  auditAnnotations: ['map', 'map[string]string'],
  warnings: ['list', '[]string'],
} as const;

function notCalled(problem: string): ReadReview {
  return { kind: 'failed', problem: `failed to call webhook: ${problem}` };
}

function isOf(type: 'string' | 'boolean' | 'object' | 'map' | 'list', value: JsonValue): boolean {
  switch (type) {
    case 'list':
      return Array.isArray(value) && value.every((one) => typeof one === 'string');
    case 'map':
      return isJsonObject(value) && Object.values(value).every((one) => typeof one === 'string');
    case 'object':
      return isJsonObject(value);
    case 'string':
    case 'boolean':
      return typeof value === type;
  }
}

function misfit(value: JsonValue, field: string, goType: string): { readonly problem: string } {
  return {
    problem: `json: cannot unmarshal ${goWord(value)} into Go struct field ${field} of type ${goType}`,
  };
}

function checkResponse(review: JsonObject): Checked<JsonObject | undefined> {
  const response = valueAt(review, 'response') ?? null;
  if (response === null) return undefined;
  if (!isJsonObject(response)) return misfit(response, `${KIND}.response`, 'v1.AdmissionResponse');
  for (const [name, [type, goType]] of Object.entries(FIELDS)) {
    const value = valueAt(response, name) ?? null;
    if (value !== null && !isOf(type, value))
      return misfit(value, `AdmissionResponse.response.${name}`, goType);
  }
  return response;
}

function identityProblem(review: JsonObject, response: JsonObject, { uid }: Asked): string | undefined {
  return uidProblem(response, uid) ?? selfProblem(review, ENVELOPE);
}

function patchProblem(response: JsonObject, type: WebhookType): string | undefined {
  const hasPatch = textAt(response, 'patch') !== '';
  const patchType = valueAt(response, 'patchType') ?? null;
  if (type === 'validating') {
    if (hasPatch) return 'validating webhook may not return response.patch';
    return patchType === null ? undefined : 'validating webhook may not return response.patchType';
  }
  if (hasPatch && patchType === null) return 'webhook returned response.patch but not response.patchType';
  if (!hasPatch && patchType !== null) return 'webhook returned response.patchType but not response.patch';
  return patchType === '' ? 'webhook returned invalid response.patchType of ""' : undefined;
}

function base64Problem(text: string): string | undefined {
  const wrong = text.search(/[^A-Za-z0-9+/=\r\n]/);
  if (wrong !== -1) return `illegal base64 data at input byte ${wrong}`;
  return text.replaceAll(/[\r\n]/g, '').length % 4 === 0
    ? undefined
    : `illegal base64 data at input byte ${text.length - (text.length % 4)}`;
}

/** What a verified response says. */
function saying(response: JsonObject, { name, type, version }: Asked): ReadReview {
  const warnings = textsAt(response, 'warnings');
  if (response.allowed !== true)
    return { kind: 'denied', status: denialStatus(name, valueAt(response, 'status')), warnings };
  if (type === 'validating') return { kind: 'allowed', warnings, patch: '', patchType: '' };
  const patch = Buffer.from(textAt(response, 'patch'), 'base64').toString();
  // the older version knows one type only, and need not say so
  const patchType = version === 'v1' ? textAt(response, 'patchType') : 'JSONPatch';
  return { kind: 'allowed', warnings, patch, patchType };
}

/** Reads what came of a call. The answer must be the one to the question, and say nothing that its webhook may not. */
export function readReview(result: OutgoingResult, asked: Asked): ReadReview {
  const read = readEnvelope(result, { ...ENVELOPE, version: asked.version });
  return read.ok ? readResponse(read.review, asked) : notCalled(read.problem);
}

function readResponse(review: JsonObject, asked: Asked): ReadReview {
  const response = checkResponse(review);
  if (response === undefined) return invalid('webhook response was absent');
  if ('problem' in response && typeof response.problem === 'string') return notCalled(response.problem);
  const base64 = base64Problem(textAt(response, 'patch'));
  if (base64 !== undefined) return notCalled(base64);
  const problem =
    asked.version === 'v1'
      ? (identityProblem(review, response, asked) ?? patchProblem(response, asked.type))
      : undefined;
  return problem === undefined ? saying(response, asked) : invalid(problem);
}

function invalid(problem: string): ReadReview {
  return { kind: 'failed', problem: `received invalid webhook response: ${problem}` };
}
