/** What a connection is for. */
interface Attempted {
  /** `127.0.0.1:8443` */
  readonly address: string;
  readonly host: string;
}

const UNKNOWN_AUTHORITY = 'x509: certificate signed by unknown authority';
const TLS: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  CERT_SIGNATURE_FAILURE: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: 'x509: certificate has expired or is not yet valid',
  CERT_NOT_YET_VALID: 'x509: certificate has expired or is not yet valid',
};
const DIAL: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connect: connection refused',
  EHOSTUNREACH: 'connect: no route to host',
  ENETUNREACH: 'connect: network is unreachable',
};

/** The certificate is for other names. Node's error carries the certificate it looked at. */
function otherNames(error: Error, host: string): string {
  const certificate = 'cert' in error ? error.cert : undefined;
  const names =
    typeof certificate === 'object' && certificate !== null && 'subjectaltname' in certificate
      ? String(certificate.subjectaltname ?? '')
      : '';
  const listed = names.split(', ').filter((one) => one !== '');
  const isAddress = /^[\d.]+$|:/.test(host);
  const prefix = isAddress ? 'IP Address:' : 'DNS:';
  const own = listed.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length));
  if (own.length > 0) return `x509: certificate is valid for ${own.join(', ')}, not ${host}`;
  return isAddress
    ? `x509: cannot validate certificate for ${host} because it doesn't contain any IP SANs`
    : `x509: certificate is not valid for any names, but wanted to match ${host}`;
}

/** Why there is no answer, as Go says it. */
export function explainFailure(error: unknown, { address, host }: Attempted): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `tls: failed to verify certificate: ${otherNames(error, host)}`;
  const tls = TLS[code];
  if (tls !== undefined) return `tls: failed to verify certificate: ${tls}`;
  const dial = DIAL[code];
  if (dial !== undefined) return `dial tcp ${address}: ${dial}`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `dial tcp: lookup ${host}: no such host`;
  if (code === 'ECONNRESET') return 'EOF';
  return error.message;
}
