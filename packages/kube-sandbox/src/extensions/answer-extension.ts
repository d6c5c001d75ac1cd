import type { JsonObject } from '@archipelago/apimachinery';
import { respondObject, respondRefusal } from '../calls/respond.ts';
import { Refusal } from '../refusals/refusal.ts';
import { badRequest, internal, methodNotAllowed, refuse, unknownResource } from '../refusals/status.ts';
import type { ApiRequest, User } from '../requests/api-request.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import { type Negotiated, negotiate } from '../requests/negotiate.ts';
import type { ResourcePath } from '../requests/parse-path.ts';
import { readObject } from '../requests/read-body.ts';
import { UNCACHED } from '../requests/uncached.ts';
import { verbOf } from '../requests/verb.ts';
import type { ApiVerb, ServedApi } from '../resources/served-api.ts';
import type { ExtensionAnswer, ExtensionRequest } from './extension.ts';

interface Asked {
  readonly request: ApiRequest;
  readonly path: ResourcePath;
  readonly user: User;
  readonly signal: AbortSignal;
}

type Answering = (request: ExtensionRequest) => Promise<ExtensionAnswer>;

/** Answers an admitted request to an API by the code that it has. */
export async function answerExtension(
  api: ServedApi,
  asked: Asked,
  answering: Answering,
): Promise<ApiResponse> {
  const negotiated = negotiate(asked.request.headers.accept, false);
  if (negotiated instanceof Refusal) return respondRefusal(negotiated);
  const request = readRequest(api, asked);
  if (request instanceof Refusal) return respondRefusal(request, negotiated.format);
  try {
    return respond(await answering(request), negotiated.format);
  } catch (error) {
    // a bug of that code; the client hears what, not where
    const problem = error instanceof Error ? error.message : String(error);
    return respondRefusal(internal(`internal error: ${problem}`), negotiated.format);
  }
}

function respond(answer: ExtensionAnswer, format: Negotiated['format']): ApiResponse {
  if ('refusal' in answer) return respondRefusal(refuse(answer.refusal), format);
  const { code, object } = answer;
  return object === undefined
    ? { status: code, headers: UNCACHED, body: '' }
    : respondObject(code, object, format);
}

function readRequest(api: ServedApi, asked: Asked): ExtensionRequest | Refusal {
  const { request, path, user, signal } = asked;
  const verb = servedVerb(api, asked);
  if (verb instanceof Refusal) return verb;
  const body = bodyOf(request);
  if (body instanceof Refusal) return body;
  const { namespace, resource, name = '', subresource = '' } = path;
  return {
    user,
    verb,
    namespace,
    resource,
    name,
    subresource,
    ...selectors(request),
    body: body?.object,
    signal,
  };
}

function selectors({ query }: ApiRequest): Pick<ExtensionRequest, 'labelSelector' | 'fieldSelector'> {
  return {
    labelSelector: query.get('labelSelector') ?? '',
    fieldSelector: query.get('fieldSelector') ?? '',
  };
}

/** By what discovery says that there is. */
function servedVerb(api: ServedApi, { request, path }: Asked): ApiVerb | Refusal {
  const found = api.resources.find(({ plural }) => plural === path.resource);
  if (found === undefined || path.rest.length > 0) return unknownResource();
  const served =
    path.subresource === undefined
      ? found.own
      : found.subresources?.find(({ name }) => name === path.subresource);
  if (served === undefined) return unknownResource();
  const verb = verbOf(request.method, path, request.query);
  const allowed = served.verbs.find((one) => one === verb);
  if (allowed === undefined || !suits(allowed, path)) return methodNotAllowed();
  return isOutOfScope(found.namespaced, allowed, path) ? unknownResource() : allowed;
}

const OF_COLLECTION: ReadonlySet<ApiVerb> = new Set(['create', 'list', 'deletecollection']);

function suits(verb: ApiVerb, { name, subresource }: ResourcePath): boolean {
  return subresource !== undefined || OF_COLLECTION.has(verb) === (name === undefined);
}

function isOutOfScope(namespaced: boolean, verb: ApiVerb, { namespace }: ResourcePath): boolean {
  return namespaced ? namespace === undefined && verb !== 'list' : namespace !== undefined;
}

function bodyOf(request: ApiRequest): { readonly object: JsonObject } | Refusal | undefined {
  if (request.method === 'GET' || request.body.length === 0) return undefined;
  const body = readObject(request);
  return 'problem' in body ? badRequest(body.problem) : body;
}
