import type { RegistryFailure } from '../outcomes/outcome.ts';

interface Asked {
  readonly host: string;
  readonly asked: string;
}

/** What is behind the codes of Node's errors, and what to do. */
const causes: Readonly<Record<string, readonly [reason: string, fix: string]>> = {
  ENOTFOUND: ['the host name is unknown', 'check the name of the registry, and DNS'],
  EAI_AGAIN: ['the host name could not be looked up', 'check DNS'],
  ECONNREFUSED: ['nothing listens there', 'check the port, and that the registry runs'],
  ECONNRESET: ['the connection was closed', 'check the registry and what is between'],
  EHOSTUNREACH: ['there is no route to the host', 'check the network, or set a proxy'],
  ENETUNREACH: ['there is no route to the network', 'check the network, or set a proxy'],
  ETIMEDOUT: ['the connection was not made in time', 'check the network, or set a proxy'],
  EPROTO: ['the server speaks no TLS', 'allow this registry to be insecure if it is plain HTTP'],
  ERR_SSL_WRONG_VERSION_NUMBER: [
    'the server speaks no TLS',
    'allow this registry to be insecure if it is plain HTTP',
  ],
  CERT_HAS_EXPIRED: ['its certificate has expired', 'renew the certificate of the registry'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'its certificate is for other names',
    'use a name of the certificate, or renew it with this one',
  ],
};

const untrusted = [
  'its certificate is signed by an authority that is not trusted here',
  'give the certificate of that authority (certConfigMap, --ca-file)',
] as const;

const untrustedCodes: ReadonlySet<string> = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_GET_ISSUER_CERT',
]);

const permanentCodes: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'EPROTO',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** What Node's error about a connection means. */
export function connectionFailure({ host, asked }: Asked, error: unknown): RegistryFailure {
  const code = errorCode(error);
  const [reason, fix] = untrustedCodes.has(code)
    ? untrusted
    : ((Object.hasOwn(causes, code) ? causes[code] : undefined) ?? [
        `the connection failed: ${error instanceof Error ? error.message : String(error)}`,
        'check the registry and the network',
      ]);
  const permanent = untrustedCodes.has(code) || permanentCodes.has(code);
  return { kind: 'unreachable', host, asked, reason, fix, ...(permanent ? { permanent } : {}) };
}

/** Whether the other side may be one that speaks plain HTTP. */
export function mayBePlainHttp(error: unknown): boolean {
  return ['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ECONNRESET', 'ECONNREFUSED'].includes(errorCode(error));
}

function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  // several addresses were tried: the first error stands for all
  return error instanceof AggregateError ? errorCode(error.errors[0]) : '';
}

/** Nothing came for so long. */
export function silence({ host, asked }: Asked, ms: number): RegistryFailure {
  const reason = `nothing came within ${Math.ceil(ms / 1000)} s`;
  return { kind: 'unreachable', host, asked, reason, fix: 'check the registry and the network' };
}

/** The failure of a call whose caller gave it up. */
export function abandonedCall({ host, asked }: Asked): RegistryFailure {
  return { kind: 'aborted', host, asked, reason: 'it was given up', fix: 'ask again' };
}
