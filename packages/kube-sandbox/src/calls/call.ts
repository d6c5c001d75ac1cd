import type { Authorizer } from '../authorization/authorize.ts';
import type { ServiceAccountTokens, VerifiedToken } from '../authorization/service-account-tokens.ts';
import type { OpenapiDocuments } from '../openapi/answer-openapi.ts';
import type { ApiRequest, User } from '../requests/api-request.ts';
import type { Negotiated } from '../requests/negotiate.ts';
import type { Environment } from '../resources/environment.ts';
import type { Registry } from '../resources/registry.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import type { ContainerLogs } from '../storage/container-logs.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { Consultation } from '../webhooks/consultation.ts';

/** What every request works on. */
export interface ServerState {
  readonly store: ObjectStore;
  readonly registry: Registry;
  readonly environment: Environment;
  /** Between bookmarks of a watch, in milliseconds. */
  readonly bookmarkMs: number;
  readonly openapi: OpenapiDocuments;
  readonly authorizer: Authorizer;
  readonly tokens: ServiceAccountTokens;
  /** Where it is reached, without a path; where nothing listens, its name inside a cluster. */
  address(): string;
  /** Of pods that actors run. */
  readonly logs: ContainerLogs;
  /** Whether owners of objects are changed only by who may finalize them, as OpenShift has it. */
  readonly checksOwners: boolean;
  /** Whether pods get a service account, and none that is not there. */
  readonly assignsAccounts: boolean;
  /** The user of a bearer token and what the token is for. */
  lookUpToken(token: string): VerifiedToken | undefined;
  /** Ends all watches when the server stops. */
  readonly stopping: AbortSignal;
}

/** A request to a resource, taken apart. */
export interface Call {
  readonly server: ServerState;
  readonly request: ApiRequest;
  readonly user: User;
  readonly type: ResourceType;
  /** Namespace in the path; undefined for cluster-wide requests. */
  readonly namespace: string | undefined;
  /** `''` when the path has no name. */
  readonly name: string;
  /** `''` for the resource itself. */
  readonly subresource: string;
  readonly negotiated: Negotiated;
  /** What is asked of webhooks on the way. */
  readonly consultation: Consultation;
  /** Sent as `Warning` headers. */
  readonly warnings: string[];
}
