import { type JsonObject, textAt } from '@archipelago/apimachinery';
import type { Call } from '../calls/call.ts';
import { metadataOf } from '../json/json-access.ts';
import { Refusal } from '../refusals/refusal.ts';
import { badRequest, invalid } from '../refusals/status.ts';
import type { WriteOptions } from '../requests/write-options.ts';
import { groupVersion, type ResourceType } from '../resources/resource-type.ts';
import { invalidValue } from '../validation/field-errors.ts';

/** An object in served form. */
export interface AdmittedBody {
  readonly object: JsonObject;
}

function unhandled(call: Call, object: JsonObject, problem: string): Refusal {
  const kind = textAt(object, 'kind') || call.type.kind;
  const version = (textAt(object, 'apiVersion') || call.type.version).split('/').at(-1);
  return badRequest(`${kind} in version "${version}" cannot be handled as a ${call.type.kind}: ${problem}`);
}

/** The group of CustomResourceDefinitions; a server of its own upstream, with its own words. */
const EXTENSIONS = 'apiextensions.k8s.io';

function builtInMismatch(call: Call, object: JsonObject): Refusal | undefined {
  const { type, server } = call;
  const apiVersion = textAt(object, 'apiVersion') || groupVersion(type);
  const kind = textAt(object, 'kind') || type.kind;
  if (apiVersion === groupVersion(type) && kind === type.kind) return undefined;
  if (type.group === EXTENSIONS && kind === type.kind) {
    return badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${groupVersion(type)})`,
    );
  }
  if (server.registry.findKind(apiVersion, kind) === undefined) {
    return unhandled(call, object, noSuchKind(apiVersion, kind));
  }
  return unhandled(call, object, unknownConversion(type, apiVersion, kind));
}

/** What the API server says of a kind that it does not have. */
export function noSuchKind(apiVersion: string, kind: string): string {
  return `no kind "${kind}" is registered for version "${apiVersion}" in scheme "pkg/api/legacyscheme/scheme.go:30"`;
}

/** What the API server says of a kind that is not the resource's. */
export function unknownConversion(type: ResourceType, apiVersion: string, kind: string): string {
  const version = apiVersion.split('/').at(-1);
  return `converting (${version}.${kind}) to (${hub(type.group)}.${type.kind}): unknown conversion`;
}

/** The package of a group's internal types: the first label of the group. */
function hub(group: string): string {
  return group === '' ? 'core' : (group.split('.')[0] ?? '');
}

function customMismatch(call: Call, object: JsonObject): Refusal | undefined {
  const { type } = call;
  const apiVersion = textAt(object, 'apiVersion');
  const kind = textAt(object, 'kind');
  if (kind === '') {
    const shown = new TextDecoder().decode(call.request.body);
    return badRequest(
      `the object provided is unrecognized (must be of type ${type.kind}): Object 'Kind' is missing in '${shown}' (${shortened(shown)})`,
    );
  }
  if (apiVersion !== groupVersion(type)) {
    return badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${groupVersion(type)})`,
    );
  }
  // what is not there is told before what kind it would be
  if (kind === type.kind || isUpdateOfNothing(call)) return undefined;
  const name = textAt(metadataOf(object), 'name');
  return invalid({ group: type.group, resource: kind }, name, [
    invalidValue('kind', kind, `must be ${type.kind}`),
  ]);
}

function isUpdateOfNothing({ server, type, namespace = '', name }: Call): boolean {
  return name !== '' && server.store.get({ resource: type.storage, namespace, name }) === undefined;
}

const SHOWN_BYTES = 30;

function shortened(text: string): string {
  return text.length > SHOWN_BYTES ? `${text.slice(0, SHOWN_BYTES)} ...` : text;
}

/** Paths of fields a type does not know, as the API server tells them. */
export function unknownFields(paths: readonly string[]): readonly string[] {
  return paths.map((path) => `unknown field "${path}"`);
}

/** Tells strict decoding's complaints as the request wants it: not at all, as warnings, or as a refusal's problem. */
export function strictProblem(
  call: Call,
  told: readonly string[],
  options: WriteOptions,
): string | undefined {
  if (told.length === 0 || options.fieldValidation === 'Ignore') return undefined;
  if (options.fieldValidation === 'Strict') return `strict decoding error: ${told.join(', ')}`;
  call.warnings.push(...told);
  return undefined;
}

/** Brings a request's object into served form, or refuses it as kube-apiserver's decoder does. */
export function admitObject(
  call: Call,
  body: JsonObject,
  options: WriteOptions,
  problems: readonly string[] = [],
): AdmittedBody | Refusal {
  const mismatch = call.type.custom ? customMismatch(call, body) : builtInMismatch(call, body);
  if (mismatch !== undefined) return mismatch;
  const typed = { ...body, apiVersion: groupVersion(call.type), kind: call.type.kind };
  const admitted = call.type.behaviour.admit(typed, options.nulls);
  if (admitted instanceof Refusal) return admitted;
  if ('problem' in admitted) return unhandled(call, body, admitted.problem);
  const strict = strictProblem(call, [...problems, ...unknownFields(admitted.unknownFields)], options);
  return strict === undefined ? { object: admitted.object } : unhandled(call, body, strict);
}
