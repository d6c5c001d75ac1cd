import type { JsonObject, JsonValue, KubernetesObject } from '@archipelago/apimachinery';
import type { ApiResult } from './kubernetes-status.ts';
import type { CallOptions } from './request-sender.ts';
import type { ObjectName, Resource } from './resource.ts';
import type { WatchStream } from './watch-stream.ts';

/** Which objects of a resource. Selectors as kubectl writes them; without namespace: all namespaces. */
export interface Selection {
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
}

/** One page of a list. */
export interface PageOptions extends Selection, CallOptions {
  /** Objects per page; absent: all in one answer. */
  readonly limit?: number | undefined;
  /** From the page before. */
  readonly continue?: string | undefined;
  /** As the API server reads it; absent: the newest state. */
  readonly resourceVersion?: string | undefined;
  /** Leaves `metadata.managedFields` empty where that can be done unread: on a real cluster it is up to half of what is listed. */
  readonly skipManagedFields?: boolean | undefined;
}

/** All objects of a resource, or those that a selection leaves. */
export interface ListOptions extends Selection, CallOptions {
  /** Objects per request, 500 when absent. */
  readonly pageSize?: number | undefined;
}

/** A page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly resourceVersion: string;
  /** Present when there are more pages. */
  readonly continue?: string;
  /** Objects on later pages, where the server counts them: with a selector it does not. */
  readonly remaining?: number;
}

/** Objects with apiVersion and kind filled in, which lists of built-in kinds leave out. */
type ObjectPage = Page<KubernetesObject>;

export interface ObjectList {
  readonly items: readonly KubernetesObject[];
  /** Where a watch can begin so that nothing is missed. */
  readonly resourceVersion: string;
}

export interface WatchOptions extends Selection, CallOptions {
  /** Only what came after it; absent: the present state first, as ADDED. */
  readonly resourceVersion?: string | undefined;
  /** When the server should end the watch. */
  readonly timeoutSeconds?: number | undefined;
  /** Silence after which the connection counts as dead, 180 s when absent. */
  readonly idleMs?: number | undefined;
}

export interface WriteOptions extends CallOptions {
  /** Runs admission and defaulting, stores nothing. */
  readonly dryRun?: boolean | undefined;
  /** Whom managedFields name; the client's when absent. */
  readonly fieldManager?: string | undefined;
  /** `metadata`: of the object the server answers its metadata only, for who asks whether it takes the write. */
  readonly answer?: 'metadata' | undefined;
}

/** How an object is changed. */
export type Patch =
  | { readonly type: 'json'; readonly operations: readonly JsonValue[] }
  | { readonly type: 'merge'; readonly body: JsonObject }
  /** Server-side apply; `force` takes fields over from other managers. */
  | { readonly type: 'apply'; readonly body: KubernetesObject | JsonObject; readonly force?: boolean };

export interface DeleteOptions extends CallOptions {
  readonly dryRun?: boolean | undefined;
  readonly propagation?: 'Background' | 'Foreground' | 'Orphan' | undefined;
  /** Only the object that was seen: another is refused with 409. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string } | undefined;
  readonly gracePeriodSeconds?: number | undefined;
}

/** Whose log is read, and how much of it. */
interface PodLogOptions extends CallOptions {
  readonly container: string;
  /** Absent: all of it. */
  readonly limitBytes?: number | undefined;
}

/** What a deletion led to: the object is gone, or waits for finalizers or its grace period. */
export type Deletion =
  | { readonly state: 'deleted' }
  | { readonly state: 'terminating'; readonly object: KubernetesObject };

/** Any request, for what is no resource (`/version`, `/readyz`) or answers with no object. */
export interface RawRequest extends CallOptions {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with query below the server's URL. */
  readonly path: string;
  readonly body?: JsonValue | undefined;
  /** `application/json` when absent and there is a body. */
  readonly contentType?: string | undefined;
}

/**
 * An API server. Objects come and go with every field they have. Refusals of the server (403, 404,
 * 409, 410, 422, 429, …) are values; a request without a usable answer throws an ApiConnectionError.
 */
export interface KubernetesClient {
  get(resource: Resource, name: ObjectName, options?: CallOptions): Promise<ApiResult<KubernetesObject>>;
  /** All objects, fetched in pages; begins again when the pages expire under way (410). */
  list(resource: Resource, options?: ListOptions): Promise<ApiResult<ObjectList>>;
  listPage(resource: Resource, options?: PageOptions): Promise<ApiResult<ObjectPage>>;
  /** The same, keeping of each object what `keep` gives: never is more than one whole object in memory. */
  listPageOf<T>(
    resource: Resource,
    keep: (object: KubernetesObject) => T,
    options?: PageOptions,
  ): Promise<ApiResult<Page<T>>>;
  create(
    resource: Resource,
    object: KubernetesObject,
    options?: WriteOptions,
  ): Promise<ApiResult<KubernetesObject>>;
  /** Replaces the object; its resourceVersion, when it has one, must be the stored one (else 409). */
  update(
    resource: Resource,
    object: KubernetesObject,
    options?: WriteOptions,
  ): Promise<ApiResult<KubernetesObject>>;
  updateStatus(
    resource: Resource,
    object: KubernetesObject,
    options?: WriteOptions,
  ): Promise<ApiResult<KubernetesObject>>;
  patch(
    resource: Resource,
    name: ObjectName,
    patch: Patch,
    options?: WriteOptions,
  ): Promise<ApiResult<KubernetesObject>>;
  patchStatus(
    resource: Resource,
    name: ObjectName,
    patch: Patch,
    options?: WriteOptions,
  ): Promise<ApiResult<KubernetesObject>>;
  delete(resource: Resource, name: ObjectName, options?: DeleteOptions): Promise<ApiResult<Deletion>>;
  /**
   * Asks for a pod's eviction. A PodDisruptionBudget that does not allow it now refuses with 429, which is not tried again here.
   */
  evict(
    name: ObjectName,
    options?: Pick<DeleteOptions, 'preconditions' | 'dryRun'> & CallOptions,
  ): Promise<ApiResult<JsonValue>>;
  /**
   * What a container of a pod has said until now, at most `limitBytes` of it from its beginning. `read` is given the bytes as they
   * come, none of which is kept here; it is called anew where the request is sent again.
   */
  podLog<T>(
    name: ObjectName,
    read: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
    options: PodLogOptions,
  ): Promise<ApiResult<T>>;
  /** Resolves when the server has begun the stream. */
  watch(resource: Resource, options?: WatchOptions): Promise<ApiResult<WatchStream>>;
  /** The answer's body as JSON, or as a string where it is no JSON. */
  raw(request: RawRequest): Promise<ApiResult<JsonValue>>;
  /** Whether the server serves the resource now: one request, shared by calls at the same time. */
  served(resource: Resource): Promise<ApiResult<boolean>>;
  /** Closes idle connections; requests under way finish. */
  close(): void;
}
