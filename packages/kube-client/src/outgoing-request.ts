import type { ApiConnectionError } from './api-connection-error.ts';

/** How Kubernetes names what a request does; metrics count by it. */
type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'raw';

/** One request that reached the network, for metrics. */
export interface RequestObservation {
  readonly verb: Verb;
  /** `nodes`, `kubevirts.kubevirt.io`, with `/status` for a subresource; the path for `raw`. */
  readonly resource: string;
  /** HTTP status; absent when there was no answer. */
  readonly status?: number;
  /** Why there is no usable answer. */
  readonly failure?: ApiConnectionError;
  /** Until the answer was read; of a watch, until the stream began. */
  readonly durationMs: number;
}

/** A request before it is sent. */
export interface OutgoingRequest {
  readonly verb: Verb;
  readonly resource: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string | undefined;
  readonly contentType?: string | undefined;
  /** What the answer is to be; `application/json` when absent. */
  readonly accept?: string | undefined;
  /** True when sending it twice has the same effect as once. */
  readonly idempotent: boolean;
  /** A refusal is an answer for the caller, whatever it says of trying again. */
  readonly refusalsStand?: true;
}

/** A request whose attempt is traced. */
export interface TracedRequest {
  /** Sent with it: `traceparent`. */
  readonly headers: Readonly<Record<string, string>>;
  ended(observation: RequestObservation): void;
}

/** Asked for each attempt; undefined: it is not traced. */
export type RequestTracer = (
  request: Pick<OutgoingRequest, 'verb' | 'resource'>,
) => TracedRequest | undefined;
