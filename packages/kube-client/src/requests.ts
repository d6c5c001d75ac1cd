import type { KubernetesObject } from '@archipelago/apimachinery';
import { stringifyJson } from './json-text.ts';
import type {
  DeleteOptions,
  PageOptions,
  Patch,
  RawRequest,
  Selection,
  WatchOptions,
  WriteOptions,
} from './kubernetes-client.ts';
import type { OutgoingRequest } from './outgoing-request.ts';
import { type ObjectName, type Resource, resourceName, resourcePath } from './resource.ts';

/** An object or one of its subresources. */
interface Target {
  readonly resource: Resource;
  readonly name: ObjectName;
  readonly subresource?: 'status' | undefined;
}

/** GET of one object. */
export function getRequest(resource: Resource, { namespace, name }: ObjectName): OutgoingRequest {
  return {
    verb: 'get',
    resource: resourceName(resource),
    method: 'GET',
    path: resourcePath(resource, { namespace, name }),
    idempotent: true,
  };
}

/** GET of a collection, whole or one page of it. */
export function listRequest(resource: Resource, options: PageOptions): OutgoingRequest {
  const query = {
    ...selectionQuery(options),
    limit: options.limit,
    continue: options.continue,
    resourceVersion: options.resourceVersion,
  };
  return {
    verb: 'list',
    resource: resourceName(resource),
    method: 'GET',
    path: withQuery(resourcePath(resource, { namespace: options.namespace }), query),
    idempotent: true,
  };
}

/** GET of a collection that goes on. */
export function watchRequest(resource: Resource, options: WatchOptions): OutgoingRequest {
  const query = {
    watch: true,
    allowWatchBookmarks: true,
    ...selectionQuery(options),
    resourceVersion: options.resourceVersion,
    timeoutSeconds: options.timeoutSeconds,
  };
  return {
    verb: 'watch',
    resource: resourceName(resource),
    method: 'GET',
    path: withQuery(resourcePath(resource, { namespace: options.namespace }), query),
    idempotent: true,
  };
}

/** POST to a collection. */
export function createRequest(
  resource: Resource,
  object: KubernetesObject,
  options: WriteOptions,
): OutgoingRequest {
  return {
    verb: 'create',
    resource: resourceName(resource),
    method: 'POST',
    path: withQuery(resourcePath(resource, { namespace: object.metadata.namespace }), writeQuery(options)),
    body: stringifyJson(object),
    contentType: 'application/json',
    accept: acceptOf(options),
    idempotent: false,
  };
}

/** PUT of an object or its status. */
export function updateRequest(
  target: Target,
  object: KubernetesObject,
  options: WriteOptions,
): OutgoingRequest {
  return {
    verb: 'update',
    resource: targetName(target),
    method: 'PUT',
    path: withQuery(targetPath(target), writeQuery(options)),
    body: stringifyJson(object),
    contentType: 'application/json',
    accept: acceptOf(options),
    idempotent: true,
  };
}

const patchTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const satisfies Record<Patch['type'], string>;

/** PATCH of an object or its status. */
export function patchRequest(target: Target, patch: Patch, options: WriteOptions): OutgoingRequest {
  const query = { ...writeQuery(options), force: patch.type === 'apply' ? patch.force : undefined };
  return {
    verb: 'patch',
    resource: targetName(target),
    method: 'PATCH',
    path: withQuery(targetPath(target), query),
    body: stringifyJson(patch.type === 'json' ? patch.operations : patch.body),
    contentType: patchTypes[patch.type],
    accept: acceptOf(options),
    idempotent: patch.type !== 'json',
  };
}

/** DELETE of an object. */
export function deleteRequest(target: Target, options: DeleteOptions): OutgoingRequest {
  const body = {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    propagationPolicy: options.propagation,
    preconditions: options.preconditions,
    gracePeriodSeconds: options.gracePeriodSeconds,
    ...(options.dryRun === true ? { dryRun: ['All'] } : {}),
  };
  return {
    verb: 'delete',
    resource: targetName(target),
    method: 'DELETE',
    // the body decides; who reads logs sees the path only
    path: withQuery(targetPath(target), { dryRun: options.dryRun === true ? 'All' : undefined }),
    body: stringifyJson(body),
    contentType: 'application/json',
    idempotent: true,
  };
}

const pods: Resource = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true };

/** GET of what one container of a pod has said. */
export function podLogRequest(
  { namespace, name }: ObjectName,
  { container, limitBytes }: { readonly container: string; readonly limitBytes?: number | undefined },
): OutgoingRequest {
  return {
    verb: 'get',
    resource: 'pods/log',
    method: 'GET',
    path: withQuery(resourcePath(pods, { namespace, name, subresource: 'log' }), { container, limitBytes }),
    idempotent: true,
  };
}

/** POST to the eviction subresource of a pod. */
export function evictRequest(
  { namespace, name }: ObjectName,
  { preconditions, dryRun }: Pick<DeleteOptions, 'preconditions' | 'dryRun'>,
): OutgoingRequest {
  const body = {
    kind: 'Eviction',
    apiVersion: 'policy/v1',
    metadata: { name, namespace },
    deleteOptions: { preconditions, ...(dryRun === true ? { dryRun: ['All'] } : {}) },
  };
  return {
    verb: 'create',
    resource: 'pods/eviction',
    method: 'POST',
    path: resourcePath(pods, { namespace, name, subresource: 'eviction' }),
    body: stringifyJson(body),
    contentType: 'application/json',
    idempotent: false,
    refusalsStand: true,
  };
}

/** Any request; only reads are repeated. */
export function rawRequest({ method, path, body, contentType }: RawRequest): OutgoingRequest {
  return {
    verb: 'raw',
    resource: path.replace(/\?.*$/, ''),
    method,
    path,
    ...(body === undefined
      ? {}
      : { body: stringifyJson(body), contentType: contentType ?? 'application/json' }),
    idempotent: method === 'GET',
  };
}

function targetName({ resource, subresource }: Target): string {
  return subresource === undefined ? resourceName(resource) : `${resourceName(resource)}/${subresource}`;
}

function targetPath({ resource, name, subresource }: Target): string {
  return resourcePath(resource, { namespace: name.namespace, name: name.name, subresource });
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

function selectionQuery({ labelSelector, fieldSelector }: Selection): Query {
  return { labelSelector: labelSelector || undefined, fieldSelector: fieldSelector || undefined };
}

/** A server that does not know how answers with the whole object. */
function acceptOf({ answer }: WriteOptions): string | undefined {
  return answer === undefined
    ? undefined
    : 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json';
}

function writeQuery({ dryRun, fieldManager }: WriteOptions): Query {
  return { dryRun: dryRun === true ? 'All' : undefined, fieldManager };
}

function withQuery(path: string, query: Query): string {
  const written = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return written.length === 0 ? path : `${path}?${written.join('&')}`;
}
