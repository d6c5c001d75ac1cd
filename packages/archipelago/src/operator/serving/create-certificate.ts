import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import type { CertificatePair } from './certificate-pair.ts';

/** What a certificate is for, and who vouches for it. */
type CertificateRequest = {
  /** Milliseconds since 1970; it holds from an hour earlier, for clocks that differ a little. */
  readonly now: number;
  /** The present of those who connect, where that is an earlier one; `now` when absent. */
  readonly theirNow?: number | undefined;
  readonly days: number;
} & (
  | { readonly kind: 'authority'; readonly name: string }
  | {
      readonly kind: 'server';
      /** What clients connect to. */
      readonly hosts: readonly string[];
      /** Absent: it signs itself, so it encrypts, and who connects cannot know whom he talks to. */
      readonly issuer?: CertificatePair;
    }
);

type Library = typeof import('@peculiar/x509');

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const dayMs = 24 * 3600 * 1000;
const earlierMs = 3600 * 1000;

/**
 * Makes a certificate and its key (ECDSA, P-256). The library is loaded only here, because few processes need it. Throws where the
 * issuer is none.
 */
export async function createCertificate(request: CertificateRequest): Promise<CertificatePair> {
  // the library's container looks for this polyfill when it is loaded
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const subject = `CN=${request.kind === 'authority' ? request.name : 'archipelago-operator'}`;
  const issuer = request.kind === 'server' ? request.issuer : undefined;
  const certificate = await x509.X509CertificateGenerator.create({
    subject,
    issuer: issuer === undefined ? subject : new x509.X509Certificate(issuer.certificate).subject,
    publicKey: keys.publicKey,
    signingKey: issuer === undefined ? keys.privateKey : await signingKey(x509, issuer),
    signingAlgorithm: algorithm,
    notBefore: new Date((request.theirNow ?? request.now) - earlierMs),
    notAfter: new Date(request.now + request.days * dayMs),
    extensions: extensionsOf(x509, request),
  });
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    certificate: certificate.toString('pem'),
    privateKey: x509.PemConverter.encode(key, x509.PemConverter.PrivateKeyTag),
  };
}

async function signingKey(x509: Library, { privateKey }: CertificatePair): Promise<webcrypto.CryptoKey> {
  const key = x509.PemConverter.decodeFirst(privateKey);
  return webcrypto.subtle.importKey('pkcs8', key, algorithm, false, ['sign']);
}

function extensionsOf(x509: Library, request: CertificateRequest) {
  const { keyCertSign, digitalSignature } = x509.KeyUsageFlags;
  if (request.kind === 'authority')
    return [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(keyCertSign, true),
    ];
  return [
    new x509.SubjectAlternativeNameExtension(
      request.hosts.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value })),
    ),
    new x509.KeyUsagesExtension(digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
  ];
}
