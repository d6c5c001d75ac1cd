import { webcrypto } from 'node:crypto';

/** PEM texts. */
export interface CertificatePair {
  readonly certificate: string;
  readonly privateKey: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const dayMs = 24 * 3600 * 1000;
/** An hour back, for clocks that differ a little. */
const earlierMs = 3600 * 1000;

/**
 * Makes a certificate that signs itself, for these names and a year: it encrypts, and who connects cannot know whom he talks to. The
 * library is loaded only here, because not everybody needs it.
 */
export async function selfMadeCertificate(hosts: readonly string[], now: number): Promise<CertificatePair> {
  // the library's container looks for this polyfill when it is loaded
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=archipelago-operator',
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(now - earlierMs),
    notAfter: new Date(now + 365 * dayMs),
    extensions: [
      new x509.SubjectAlternativeNameExtension(hosts.map((value) => ({ type: 'dns', value }))),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    ],
  });
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    certificate: certificate.toString('pem'),
    privateKey: x509.PemConverter.encode(key, x509.PemConverter.PrivateKeyTag),
  };
}
