import type { JsonObject } from '@archipelago/apimachinery';
import type { User } from '../requests/api-request.ts';
import type { ApiVerb, ServedApi } from '../resources/served-api.ts';

/** What is asked of an extension. Its user may ask it: RBAC has been looked at. */
export interface ExtensionRequest {
  readonly user: User;
  readonly verb: ApiVerb;
  /** Undefined for a resource of the cluster, and for a list of all namespaces. */
  readonly namespace: string | undefined;
  /** Plural. */
  readonly resource: string;
  /** `''` when the path has no name. */
  readonly name: string;
  /** `''` for the resource itself. */
  readonly subresource: string;
  /** Which objects of a list are asked for, as it was written; `''` for all. */
  readonly labelSelector: string;
  /** The same by fields. */
  readonly fieldSelector: string;
  /** Undefined when nothing was sent. */
  readonly body: JsonObject | undefined;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
}

/** An answer, with an object or without; a refusal becomes a `Status`. */
export type ExtensionAnswer =
  | { readonly code: number; readonly object?: JsonObject }
  | { readonly refusal: ExtensionRefusal };

/** What a `Status` says. */
export interface ExtensionRefusal {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly details?: JsonObject;
}

/**
 * An API beside the cluster's own, as an aggregated API server has it: in discovery, under RBAC, and answered by code. It covers what a
 * CustomResourceDefinition serves in the same version of the group.
 */
export interface Extension<Cluster> extends ServedApi {
  /** As whom its code speaks to the cluster. */
  readonly as: User;
  /** Has to look by itself at what the caller may do beyond this request. */
  answer(request: ExtensionRequest, cluster: Cluster): Promise<ExtensionAnswer>;
}
