import { webcrypto } from 'node:crypto';
// The library's container looks for this polyfill when it is loaded.
import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** A certificate and its key, as PEM texts. */
export interface SignedPair {
  readonly certificate: string;
  readonly privateKey: string;
}

/** Signs the certificates of one test cluster: its server's and its users'. */
export interface KubernetesAuthority {
  /** PEM. */
  readonly certificate: string;
  /** For a server on this machine, which may have more names. */
  server(hosts?: readonly string[]): Promise<SignedPair>;
  /** For a user, as Kubernetes reads subjects: CN is the name, each O a group. */
  client(user: string, groups: readonly string[]): Promise<SignedPair>;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const ownNames = [
  { type: 'ip', value: '127.0.0.1' },
  { type: 'dns', value: 'localhost' },
] as const;
const dayMs = 24 * 3_600_000;

function namesOf(hosts: readonly string[]) {
  return [...ownNames, ...hosts.map((value) => ({ type: 'dns', value }) as const)];
}

async function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

async function pemOf(key: webcrypto.CryptoKey): Promise<string> {
  return PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), PemConverter.PrivateKeyTag);
}

/** The public half, as PEM: service account tokens are verified with it. */
export async function newSigningKey(): Promise<{ readonly publicKey: string; readonly privateKey: string }> {
  const keys = await newKeys();
  const spki = await webcrypto.subtle.exportKey('spki', keys.publicKey);
  return {
    publicKey: PemConverter.encode(spki, PemConverter.PublicKeyTag),
    privateKey: await pemOf(keys.privateKey),
  };
}

/** Makes an authority of its own, valid for a day. */
export async function createAuthority(): Promise<KubernetesAuthority> {
  const keys = await newKeys();
  const validity = { notBefore: new Date(Date.now() - 3_600_000), notAfter: new Date(Date.now() + dayMs) };
  const ca = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=archipelago-test-ca',
    keys,
    signingAlgorithm: algorithm,
    ...validity,
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  async function sign(subject: string, extensions: Extension[]): Promise<SignedPair> {
    const own = await newKeys();
    const certificate = await X509CertificateGenerator.create({
      subject,
      issuer: ca.subject,
      publicKey: own.publicKey,
      signingKey: keys.privateKey,
      signingAlgorithm: algorithm,
      ...validity,
      extensions: [new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true), ...extensions],
    });
    return { certificate: certificate.toString('pem'), privateKey: await pemOf(own.privateKey) };
  }
  return {
    certificate: ca.toString('pem'),
    server: (hosts = []) =>
      sign('CN=kube-apiserver', [
        new SubjectAlternativeNameExtension(namesOf(hosts)),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      ]),
    client: (user, groups) =>
      sign([...groups.map((group) => `O=${group}`), `CN=${user}`].join(', '), [
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
      ]),
  };
}
