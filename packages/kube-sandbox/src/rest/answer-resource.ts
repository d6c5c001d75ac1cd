import type { Call, ServerState } from '../calls/call.ts';
import { Refusal } from '../refusals/refusal.ts';
import { badRequest, methodNotAllowed, notFound, refuse, unknownResource } from '../refusals/status.ts';
import type { ApiRequest, User } from '../requests/api-request.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import { negotiate } from '../requests/negotiate.ts';
import type { ResourcePath } from '../requests/parse-path.ts';
import { verbOf } from '../requests/verb.ts';
import { type ResourceType, resourceSubject, type Verb } from '../resources/resource-type.ts';
import { watch } from '../watch/watch.ts';
import type { Consultation } from '../webhooks/consultation.ts';
import { create } from './create.ts';
import { deleteOne } from './delete.ts';
import { deleteCollection } from './delete-collection.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { patch } from './patch.ts';
import { patchTypeOf } from './patch-type-of.ts';
import { isReview, review } from './review.ts';
import { answerSubresource } from './subresources.ts';
import { unimplementedSubresource } from './unimplemented-subresources.ts';
import { update } from './update.ts';

const HANDLERS: Readonly<Record<Verb, (call: Call) => ApiResponse | Refusal>> = {
  create,
  delete: deleteOne,
  deletecollection: deleteCollection,
  get,
  list,
  patch,
  update,
  watch,
};

const WRITES: ReadonlySet<Verb> = new Set(['create', 'update', 'patch']);

/** Verbs of the resource itself by whether the path names an object. */
const OF_COLLECTION: ReadonlySet<Verb> = new Set(['create', 'deletecollection', 'list', 'watch']);

function isAllowed(type: ResourceType, verb: Verb, path: ResourcePath): boolean {
  if (!type.verbs.includes(verb)) return false;
  if (type.namespaced && path.namespace === undefined && !['list', 'watch'].includes(verb)) return false;
  // upstream does not look at what stands behind the collection where a custom resource is made
  if (verb === 'create' && type.custom) return true;
  return OF_COLLECTION.has(verb) === (path.name === undefined) || (verb === 'watch' && path.watch);
}

/** What a path under a served resource that nothing answers gets. */
function unknownSubresource(type: ResourceType, path: ResourcePath): Refusal {
  const unimplemented = unimplementedSubresource(type, path.subresource ?? '');
  if (unimplemented !== undefined) return unimplemented;
  return type.custom ? notFound(resourceSubject(type), path.name ?? '') : unknownResource();
}

/** The fields of a call that the path gives. A watch of one object in the old form is a watch by name. */
function queryOf(request: ApiRequest, path: ResourcePath): URLSearchParams {
  if (!path.watch || path.name === undefined) return request.query;
  const query = new URLSearchParams(request.query);
  query.set('fieldSelector', `metadata.name=${path.name}`);
  return query;
}

interface ResourceRequest {
  readonly request: ApiRequest;
  readonly user: User;
  readonly type: ResourceType;
  readonly path: ResourcePath;
  readonly warnings: string[];
  readonly consultation: Consultation;
}

function callOf(server: ServerState, from: ResourceRequest, watching: boolean): Call | Refusal {
  const { request, path, type } = from;
  const negotiated = negotiate(request.headers.accept, watching, type.custom ? 'any' : 'named');
  if (negotiated instanceof Refusal) return negotiated;
  return {
    server,
    request: { ...request, query: queryOf(request, path) },
    user: from.user,
    type,
    namespace: path.namespace,
    name: path.name ?? '',
    subresource: path.subresource ?? '',
    negotiated,
    warnings: from.warnings,
    consultation: from.consultation,
  };
}

/** Custom resources answer a write to a collection in their own words. */
function disallowed(type: ResourceType, verb: Verb, path: ResourcePath): Refusal {
  const nameless = path.name === undefined && (verb === 'update' || verb === 'patch');
  return type.custom && nameless ? badRequest('name must be provided') : methodNotAllowed();
}

/** Custom resources say what is not allowed under one of them. */
function notSupportedOn({ group, plural }: ResourceType, verb: Verb | undefined): Refusal {
  const message = `${verb} is not supported on resources of kind "${plural}.${group}"`;
  return refuse({ code: 405, message, reason: 'MethodNotAllowed', details: { group, kind: plural } });
}

/** A patch of an unknown type is told before an answer that cannot be made. */
function unpatchable({ type, request }: ResourceRequest, verb: Verb): Refusal | undefined {
  const patch = verb === 'patch' ? patchTypeOf(type, request) : undefined;
  return patch instanceof Refusal ? patch : undefined;
}

function answerUnder(
  call: Call | Refusal,
  from: ResourceRequest,
  verb: Verb | undefined,
): ApiResponse | Refusal {
  const { type, path } = from;
  const subresource = type.subresources.find((one) => one.name === path.subresource);
  if (subresource === undefined) return unknownSubresource(type, path);
  if (verb === undefined || !subresource.verbs.includes(verb)) {
    return type.custom ? notSupportedOn(type, verb) : methodNotAllowed();
  }
  return (
    unpatchable(from, verb) ?? (call instanceof Refusal ? call : answerSubresource(call, subresource, verb))
  );
}

function answerObjects(
  call: Call | Refusal,
  from: ResourceRequest,
  verb: Verb | undefined,
): ApiResponse | Refusal {
  const { type, path } = from;
  if (verb === undefined) return methodNotAllowed();
  if (!isAllowed(type, verb, path)) return disallowed(type, verb, path);
  const unknown = unpatchable(from, verb);
  if (unknown !== undefined) return unknown;
  if (call instanceof Refusal) return call;
  if (type.shortcoming !== undefined && WRITES.has(verb)) call.warnings.push(type.shortcoming);
  return isReview(type) ? review(call) : HANDLERS[verb](call);
}

/** Answers a request to a served resource. */
export function answerResource(server: ServerState, from: ResourceRequest): ApiResponse | Refusal {
  const { type, path, request } = from;
  if (path.rest.length > 0) return unknownSubresource(type, path);
  // requests to built-in kinds pass a router that knows no HEAD
  const method = type.custom && request.method === 'HEAD' ? 'GET' : request.method;
  const verb = verbOf(method, path, request.query);
  const call = callOf(server, from, verb === 'watch');
  return path.subresource === undefined ? answerObjects(call, from, verb) : answerUnder(call, from, verb);
}
