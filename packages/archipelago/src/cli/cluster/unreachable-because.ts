import { ApiConnectionError, CredentialError } from '@archipelago/kube-client';
import { UnreachableError } from './unreachable-error.ts';

/** An error of a connection as people are told it, with what to do; any other as it is. */
export function unreachableBecause(error: unknown): unknown {
  if (error instanceof CredentialError) return new UnreachableError(error.message);
  if (!(error instanceof ApiConnectionError)) return error;
  const fix = fixes[error.code];
  return new UnreachableError(fix === undefined ? error.message : `${error.message}; ${fix}`);
}

const another = '--kubeconfig or --context chooses another cluster';

/** By Node's codes. */
const fixes: Readonly<Record<string, string>> = {
  ECONNREFUSED: `nobody listens there: start the cluster (archipelago up starts an embedded one); ${another}`,
  ENOTFOUND: `the name of the server is not known here: look at it in the kubeconfig; ${another}`,
  EAI_AGAIN: `the name of the server cannot be looked up now: look at the network; ${another}`,
  EHOSTUNREACH: `no way leads there: look at the network or VPN; ${another}`,
  ENETUNREACH: `no way leads there: look at the network or VPN; ${another}`,
  ETIMEDOUT: `nobody answers: look at the network or VPN; ${another}`,
};
