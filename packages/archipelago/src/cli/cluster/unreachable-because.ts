import { ApiConnectionError, CredentialError } from '@archipelago/kube-client';
import type { Advice } from '../advice/advice.ts';
import { isUnreachable, UnreachableError } from './unreachable-error.ts';

/**
 * An error of a connection as people are told it: what happened, at which server, and what to do; any other as it is. `environment` tells
 * whether somebody expects a proxy to be used.
 */
export function unreachableBecause(
  error: unknown,
  server: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): unknown {
  if (error instanceof CredentialError) return new UnreachableError(error.message);
  if (isUnreachable(error) && /could not be (listed|read)/.test(error.message))
    return new UnreachableError((advice) => at(server, error.say(advice)));
  if (!(error instanceof ApiConnectionError)) return error;
  const proxy = /^https?_proxy$/i;
  const expected = noWay.has(error.code)
    ? Object.keys(environment).find((name) => proxy.test(name) && environment[name] !== '')
    : undefined;
  const direct = expected === undefined ? [] : [`${expected} is not used: API servers are asked directly`];
  return new UnreachableError((advice) =>
    at(server, [error.message, ...fixesOf(error, advice), ...direct].join('; ')),
  );
}

/** Names the server where that has not been done; a snapshot is none. */
function at(server: string, text: string): string {
  const address = server.replace(/\/$/, '');
  return text.includes(address) || !/^https?:/.test(server) ? text : `${text} (API server: ${address})`;
}

const noPath = 'no way leads there: look at the network or VPN';
const silent = 'nobody answers: look at the network or VPN';
const stranger =
  'its certificate is not of the authority that the kubeconfig names: fetch the kubeconfig again where the cluster was made anew; a proxy that opens TLS has to let this server through';
const noTls = 'no TLS is spoken there: look at the port, and at http or https, in the kubeconfig';
const cut = 'the connection was closed: look at the port, and at firewalls and proxies on the way';

/** By Node's codes. */
const fixes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there: start the cluster (archipelago up starts an embedded one)',
  ENOTFOUND: 'the name of the server is not known here: look at it in the kubeconfig',
  EAI_AGAIN: 'the name of the server cannot be looked up now: look at the network',
  EHOSTUNREACH: noPath,
  ENETUNREACH: noPath,
  ETIMEDOUT: silent,
  ECONNRESET: cut,
  EPIPE: cut,
  CERT_HAS_EXPIRED:
    "the server's certificate has expired: have it renewed; where it is a new one, look at the clock of this machine",
  CERT_NOT_YET_VALID:
    "the server's certificate is for later: look at the clocks of this machine and the server",
  DEPTH_ZERO_SELF_SIGNED_CERT: stranger,
  SELF_SIGNED_CERT_IN_CHAIN: stranger,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: stranger,
  UNABLE_TO_GET_ISSUER_CERT: stranger,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: stranger,
  CERT_SIGNATURE_FAILURE: stranger,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for other names: write one of them as server in the kubeconfig, or as tls-server-name',
  EPROTO: noTls,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
};

/** Where a proxy would have helped, maybe. */
const noWay = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']);

/** What is to be mended on the way to a cluster: where there is another cluster, that can be looked at instead. */
const waysThere = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
  ...['ECONNRESET', 'EPIPE'],
]);

function fixesOf({ code, failure }: ApiConnectionError, advice: Advice): readonly string[] {
  const { chooseLogin, otherCluster } = advice;
  const fix = fixes[code];
  if (fix !== undefined) return waysThere.has(code) ? [fix, otherCluster] : [fix];
  switch (failure) {
    case 'deadline':
      return [silent, otherCluster];
    case 'malformed':
      return ['what answers is no API server: look at server in the kubeconfig', otherCluster];
    case 'credentials':
      return [`log in again, or ${chooseLogin}`];
    default:
      return [];
  }
}
