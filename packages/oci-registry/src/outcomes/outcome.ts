import { visibleText } from '@archipelago/apimachinery';

/** One error of a registry's answer (OCI distribution specification, "Error Codes"). */
export interface RegistryError {
  readonly code: string;
  readonly message: string;
  /** What it is about, e.g. the digest of a child that is missing. */
  readonly detail: string;
}

interface FailureDetails {
  /** The registry that was asked, with its port. */
  readonly host: string;
  /** What was asked of it, as a phrase: `manifest of os:v1`. */
  readonly asked: string;
  readonly reason: string;
  readonly fix: string;
  /** The HTTP status, where there was an answer. */
  readonly status?: number;
  readonly errors?: readonly RegistryError[];
  /** Asking again changes nothing until somebody does: a certificate, a host name. */
  readonly permanent?: true;
}

/** Why a registry did not give what was asked. Every kind but `aborted` has a host, a reason and a fix for people. */
export type RegistryFailure =
  /** The registry says that it does not have it. */
  | ({ readonly kind: 'absent' } & FailureDetails)
  /** No credentials, wrong ones, or ones without this right (401 and 403). */
  | ({ readonly kind: 'unauthorized' } & FailureDetails)
  /** Too many requests; `retryAfterMs` is what the registry asked to wait, from the moment of the answer. */
  | ({ readonly kind: 'rateLimited'; readonly retryAfterMs: number | undefined } & FailureDetails)
  /** No connection, no TLS, no answer in time, or an answer of the 5xx family. */
  | ({ readonly kind: 'unreachable' } & FailureDetails)
  /** What came is not what was asked for: another digest, no manifest, too large. */
  | ({ readonly kind: 'malformed' } & FailureDetails)
  /** The registry, or the configuration, says no. */
  | ({ readonly kind: 'refused' } & FailureDetails)
  /** The caller gave up. */
  | ({ readonly kind: 'aborted' } & FailureDetails);

/** What a registry call came to. */
export type Outcome<T> = { readonly kind: 'ok'; readonly value: T } | RegistryFailure;

/** An outcome with its value. */
export function succeeded<T>(value: T): Outcome<T> {
  return { kind: 'ok', value };
}

/** Whether the same call may go better a little later. */
export function isTransient(failure: RegistryFailure): boolean {
  return (
    failure.kind === 'rateLimited' || (failure.kind === 'unreachable' && failure.permanent === undefined)
  );
}

/** Whether a registry did not answer, which says nothing about what it holds. */
export function isSilence({ kind }: RegistryFailure): boolean {
  return kind === 'unreachable' || kind === 'rateLimited' || kind === 'aborted';
}

/** One sentence: what was asked of whom, why it failed, what to do. What a registry wrote into it cannot steer a terminal. */
export function printFailure({ host, asked, reason, fix }: RegistryFailure): string {
  return visibleText(`${host}: ${asked}: ${reason}; ${fix}`);
}
