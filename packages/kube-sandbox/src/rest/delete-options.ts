import {
  type FieldError,
  isJsonObject,
  type JsonObject,
  objectAt,
  textAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import { decodeTyped } from '../built-in/types/decode-typed.ts';
import { decodeEnvelope } from '../protobuf/decode-envelope.ts';
import { Refusal } from '../refusals/refusal.ts';
import { badRequest, invalid } from '../refusals/status.ts';
import type { ApiRequest } from '../requests/api-request.ts';
import { parseContentType } from '../requests/media-type.ts';
import { checkSize, JSON_TYPES, readJson, readYaml, unsupportedMediaType } from '../requests/read-body.ts';
import { dryRunErrors, isTrue } from '../requests/write-options.ts';
import { invalidValue, notSupported } from '../validation/field-errors.ts';

export type Propagation = 'Foreground' | 'Background' | 'Orphan';

/** meta/v1 DeleteOptions as far as they decide something. */
export interface DeleteOptions {
  readonly dryRun: boolean;
  readonly propagation: Propagation | undefined;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly gracePeriodSeconds: number | undefined;
}

const POLICIES = ['Foreground', 'Background', 'Orphan'] as const;
const TYPE = 'io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions';

function optionsOfQuery(query: URLSearchParams): JsonObject {
  const grace = query.get('gracePeriodSeconds');
  const policy = query.get('propagationPolicy');
  const orphan = query.get('orphanDependents');
  return {
    ...(query.has('dryRun') ? { dryRun: query.getAll('dryRun') } : {}),
    ...(grace === null || grace === '' ? {} : { gracePeriodSeconds: Number(grace) }),
    ...(policy === null || policy === '' ? {} : { propagationPolicy: policy }),
    ...(orphan === null ? {} : { orphanDependents: isTrue(orphan) }),
  };
}

function readProtobuf(body: Uint8Array): JsonObject | Refusal {
  const decoded = decodeEnvelope(body, (_, kind) => (kind === 'DeleteOptions' ? TYPE : undefined));
  return 'problem' in decoded ? badRequest(decoded.problem) : decoded.object;
}

function readOptions(request: ApiRequest): JsonObject | Refusal {
  const type = parseContentType(request.headers['content-type'])?.type ?? 'application/json';
  if (type === 'application/vnd.kubernetes.protobuf') return readProtobuf(request.body);
  if (type !== 'application/json' && type !== 'application/yaml') return unsupportedMediaType(JSON_TYPES);
  const parsed = type === 'application/json' ? readJson(request.body) : readYaml(request.body);
  const problem = "couldn't get version/kind; json parse error:";
  if ('problem' in parsed) return badRequest(`${problem} ${parsed.problem}`);
  if (isJsonObject(parsed.value)) return parsed.value;
  return badRequest(`${problem} json: cannot unmarshal a value that is not an object`);
}

function optionsOfBody(request: ApiRequest): JsonObject | Refusal {
  const options = readOptions(request);
  if (options instanceof Refusal) return options;
  const kind = textAt(options, 'kind');
  if (kind === '' || kind === 'DeleteOptions') return options;
  const version = textAt(options, 'apiVersion') || 'v1';
  return badRequest(
    `no kind "${kind}" is registered for version "${version}" in scheme "pkg/runtime/scheme.go:110"`,
  );
}

function errorsOf(options: JsonObject, dryRun: readonly string[]): readonly FieldError[] {
  const policy = textAt(options, 'propagationPolicy');
  const orphan = valueAt(options, 'orphanDependents');
  const bothSet = 'orphanDependents and deletionPropagation cannot be both set';
  const known = policy === '' || POLICIES.some((one) => one === policy);
  return [
    ...(policy !== '' && orphan !== undefined ? [invalidValue('propagationPolicy', policy, bothSet)] : []),
    ...(known ? [] : [notSupported('propagationPolicy', policy, [...POLICIES, 'nil'])]),
    ...dryRunErrors(dryRun),
  ];
}

function propagation(options: JsonObject): Propagation | undefined {
  const policy = textAt(options, 'propagationPolicy');
  const orphan = valueAt(options, 'orphanDependents');
  if (orphan !== undefined) return orphan === true ? 'Orphan' : 'Background';
  return POLICIES.find((one) => one === policy);
}

/** Reads the options of a DELETE: from the body when there is one, otherwise from the query. */
export function readDeleteOptions(request: ApiRequest): DeleteOptions | Refusal {
  const tooBig = checkSize(request.body);
  if (tooBig !== undefined) return tooBig;
  const raw = request.body.length === 0 ? optionsOfQuery(request.query) : optionsOfBody(request);
  if (raw instanceof Refusal) return raw;
  const typed = decodeTyped(raw, TYPE);
  if ('problem' in typed) return badRequest(typed.problem);
  const options = typed.value;
  const dryRun = textsAt(options, 'dryRun');
  const errors = errorsOf(options, dryRun);
  if (errors.length > 0) return invalid({ group: 'meta.k8s.io', resource: 'DeleteOptions' }, '', errors);
  const preconditions = objectAt(options, 'preconditions');
  const grace = valueAt(options, 'gracePeriodSeconds');
  return {
    dryRun: dryRun.length > 0,
    propagation: propagation(options),
    uid: textAt(preconditions, 'uid'),
    resourceVersion: textAt(preconditions, 'resourceVersion'),
    gracePeriodSeconds: typeof grace === 'number' ? grace : undefined,
  };
}
