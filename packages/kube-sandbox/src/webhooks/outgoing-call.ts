/** A host and port to connect to. */
interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** A service that a webhook names instead of a URL. */
export interface ServiceReference {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

/** Says where a service is reached; a text says why it is not. */
export type ResolveService = (service: ServiceReference) => Endpoint | string | Promise<Endpoint | string>;

/** A POST of JSON to an HTTPS server. */
export interface OutgoingCall {
  readonly url: string;
  /** Where to connect to when that is not the host of the URL; certificate and Host stay those of the URL. */
  readonly endpoint?: Endpoint;
  /** PEM of the authorities that count; undefined for those of the machine. */
  readonly authorities: string | undefined;
  readonly body: string;
  readonly timeoutMs: number;
}

/** What came of a call: an answer, or why there is none, in the words of a kube-apiserver. */
export type OutgoingResult =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly contentType: string;
      readonly body: string;
    }
  | { readonly kind: 'failed'; readonly problem: string };

/** Makes a call. Never rejects; `signal` ends it early. */
export type Outgoing = (call: OutgoingCall, signal: AbortSignal) => Promise<OutgoingResult>;
