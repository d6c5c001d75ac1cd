import type { JsonObject } from '@archipelago/apimachinery';
import type { ServerState } from '../calls/call.ts';
import { respondObject, respondRefusal } from '../calls/respond.ts';
import { warningHeaders } from '../calls/warning-headers.ts';
import { answerDiscovery } from '../discovery/answer-discovery.ts';
import { groupDocument, resourceList } from '../discovery/legacy-documents.ts';
import { Refusal } from '../refusals/refusal.ts';
import { methodNotAllowed, unknownResource } from '../refusals/status.ts';
import type { ApiRequest, User } from '../requests/api-request.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import { negotiate } from '../requests/negotiate.ts';
import { type ParsedPath, parsePath, type ResourcePath } from '../requests/parse-path.ts';
import { UNCACHED } from '../requests/uncached.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import type { Consultation } from '../webhooks/consultation.ts';
import { answerResource } from './answer-resource.ts';
import { answerOther } from './other-paths.ts';
import { unservedResource } from './unserved-resources.ts';

/** The plain text a path gets that no handler knows. */
function pageNotFound(): ApiResponse {
  return {
    status: 404,
    headers: { ...UNCACHED, 'content-type': 'text/plain; charset=utf-8' },
    body: '404 page not found\n',
  };
}

interface Routed {
  readonly server: ServerState;
  readonly request: ApiRequest;
  readonly user: User;
  readonly warnings: string[];
  readonly consultation: Consultation;
}

/** Documents of built-in versions are read with GET alone; all others with any method. */
function answerDocument({ request }: Routed, document: JsonObject): ApiResponse | Refusal {
  const negotiated = negotiate(request.headers.accept, false);
  return negotiated instanceof Refusal ? negotiated : respondObject(200, document, negotiated.format);
}

/** Groups of built-in kinds answer for unknown resources with a Status, others with plain text. */
function unknownIn(server: ServerState, { group, resource }: ResourcePath): ApiResponse | Refusal {
  const unserved = unservedResource(group, resource);
  if (unserved !== undefined) return unserved;
  if (group === '') return unknownResource();
  return hasBuiltInKinds(server, group) ? unknownResource() : pageNotFound();
}

function hasBuiltInKinds({ registry }: ServerState, group: string): boolean {
  const { versions } = registry.groups().find((one) => one.group === group) ?? { versions: [] };
  return versions.some((version) => registry.inGroupVersion(group, version).some((type) => !type.custom));
}

/** No such path exists: a cluster-scoped resource in a namespace, or one object of a namespaced resource outside of any. */
function isOutOfScope(type: ResourceType, path: ResourcePath, method: string): boolean {
  const { namespace, name, watch } = path;
  if (!type.namespaced) return namespace !== undefined;
  const isWrite = type.custom && method !== 'GET' && method !== 'HEAD';
  return namespace === undefined && !watch && (name !== undefined || isWrite);
}

function routeResource(routed: Routed, path: ResourcePath): ApiResponse | Refusal {
  const { server, request, user, warnings, consultation } = routed;
  const type = server.registry.find(path.group, path.version, path.resource);
  if (type === undefined) {
    // A write to `namespaces/x/status` looks like one to a resource `status` in the namespace.
    if (path.resource === 'status' || (path.resource === '' && path.namespace !== undefined))
      return methodNotAllowed();
    return unknownIn(server, path);
  }
  if (isOutOfScope(type, path, request.method)) return type.custom ? pageNotFound() : unknownResource();
  if (type.deprecation !== undefined) warnings.push(type.deprecation);
  return answerResource(server, { request, user, type, path, warnings, consultation });
}

function routeGroupVersion(routed: Routed, group: string, version: string): ApiResponse | Refusal {
  const { server, request } = routed;
  const document = resourceList(server.registry, group, version);
  const isBuiltIn = group === '' || hasBuiltInKinds(server, group);
  if (document === undefined) return isBuiltIn ? unknownResource() : pageNotFound();
  return isBuiltIn && request.method !== 'GET' ? methodNotAllowed() : answerDocument(routed, document);
}

function routeGroup(routed: Routed, group: string): ApiResponse | Refusal {
  const document = groupDocument(routed.server.registry, group);
  return document === undefined ? pageNotFound() : answerDocument(routed, document);
}

function routeDiscovery({ server, request }: Routed, core: boolean): ApiResponse | Refusal {
  if (core && request.method !== 'GET') return methodNotAllowed();
  return answerDiscovery(server.registry, request, core);
}

function route(routed: Routed, parsed: ParsedPath): ApiResponse | Refusal {
  switch (parsed.kind) {
    case 'coreVersions':
    case 'groups':
      return routeDiscovery(routed, parsed.kind === 'coreVersions');
    case 'group':
      return routeGroup(routed, parsed.group);
    case 'groupVersion':
      return routeGroupVersion(routed, parsed.group, parsed.version);
    case 'resource':
      return routeResource(routed, parsed.path);
    case 'other':
      return answerOther(routed.server, routed.request) ?? pageNotFound();
  }
}

function finish(
  answer: ApiResponse | Refusal,
  request: ApiRequest,
  warnings: readonly string[],
): ApiResponse {
  const response = answer instanceof Refusal ? respondRefusal(answer) : answer;
  const body = request.method === 'HEAD' ? '' : response.body;
  const warning = warningHeaders(warnings);
  if (warning.length === 0) return { ...response, body };
  const headers = { ...response.headers, warning };
  return { ...response, headers, body };
}

/** An authenticated request, and what was heard about it so far. */
interface Handled {
  readonly request: ApiRequest;
  readonly user: User;
  readonly consultation: Consultation;
}

/** Answers one authenticated request in one go. The answer counts for nothing while its consultation is open. */
export function handleRequest(server: ServerState, { request, user, consultation }: Handled): ApiResponse {
  const warnings: string[] = [];
  const routed = { server, request, user, warnings, consultation };
  return finish(route(routed, parsePath(request.path)), request, warnings);
}
