import { webcrypto } from 'node:crypto';
// The library's container looks for this polyfill when it is loaded.
import 'reflect-metadata';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** PEM texts of a server's certificate, its key, and the authority that signed it. */
export interface ServerCertificates {
  readonly caCertificate: string;
  readonly certificate: string;
  readonly privateKey: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const YEAR = 365 * 24 * 3600 * 1000;
const HOUR = 3600 * 1000;

async function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

/** Makes an authority and a certificate of it for a server on this machine, valid for a year from `now`. */
export async function createCertificates(now: number, hosts: readonly string[]): Promise<ServerCertificates> {
  const [caKeys, serverKeys] = await Promise.all([newKeys(), newKeys()]);
  // An hour back, for clocks that differ a little.
  const validity = { notBefore: new Date(now - HOUR), notAfter: new Date(now + YEAR) };
  const ca = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=archipelago-sandbox-ca',
    keys: caKeys,
    signingAlgorithm: ALGORITHM,
    ...validity,
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      // All have one name: who trusts two of them tells by the key which one has signed.
      await SubjectKeyIdentifierExtension.create(caKeys.publicKey),
    ],
  });
  const names = hosts.map((host) => ({
    type: /^[\d.]+$|:/.test(host) ? ('ip' as const) : ('dns' as const),
    value: host,
  }));
  const certificate = await X509CertificateGenerator.create({
    subject: 'CN=archipelago-sandbox',
    issuer: ca.subject,
    publicKey: serverKeys.publicKey,
    signingKey: caKeys.privateKey,
    signingAlgorithm: ALGORITHM,
    ...validity,
    extensions: [
      new SubjectAlternativeNameExtension(names),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      await AuthorityKeyIdentifierExtension.create(caKeys.publicKey),
    ],
  });
  const key = await webcrypto.subtle.exportKey('pkcs8', serverKeys.privateKey);
  return {
    caCertificate: ca.toString('pem'),
    certificate: certificate.toString('pem'),
    privateKey: PemConverter.encode(key, PemConverter.PrivateKeyTag),
  };
}
