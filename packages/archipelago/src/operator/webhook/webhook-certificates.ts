import { createPrivateKey, X509Certificate } from 'node:crypto';
import { type JsonObject, textAt } from '@archipelago/apimachinery';
import type { CertificatePair } from '../serving/certificate-pair.ts';

/** What the Secret of the webhook holds. */
export interface WebhookCertificates {
  /** Certificates of the authorities that clients trust, the newest first; one, or two while one takes over from the other. */
  readonly authorities: readonly string[];
  /** Of the newest authority. */
  readonly authorityKey: string;
  readonly serving: CertificatePair;
}

const members = ['ca.crt', 'ca.key', 'tls.crt', 'tls.key'] as const;

/** Reads the Secret's data; undefined where anything of it is missing, or does not belong together. */
export function readCertificates(secret: unknown): WebhookCertificates | undefined {
  const [bundle = '', authorityKey = '', certificate = '', privateKey = ''] = members.map((name) =>
    Buffer.from(textAt(secret, 'data', name), 'base64').toString('utf8'),
  );
  const authorities = certificatesIn(bundle);
  const read = { authorities, authorityKey, serving: { certificate, privateKey } };
  return isWhole(read) ? read : undefined;
}

/** The Secret's data. */
export function dataOf({ authorities, authorityKey, serving }: WebhookCertificates): JsonObject {
  const texts = [bundleOf(authorities), authorityKey, serving.certificate, serving.privateKey];
  return Object.fromEntries(
    members.map((name, index) => [name, Buffer.from(texts[index] ?? '').toString('base64')]),
  );
}

/** What clients are to trust, as one PEM text. */
export function bundleOf(authorities: readonly string[]): string {
  return authorities.map((pem) => `${pem.trim()}\n`).join('');
}

/** The certificates of a PEM text, one by one. */
export function certificatesIn(bundle: string): readonly string[] {
  const found = bundle.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return found.map((pem) => pem.replaceAll('\r', ''));
}

function isWhole({ authorities, authorityKey, serving }: WebhookCertificates): boolean {
  try {
    const all = authorities.map((pem) => new X509Certificate(pem));
    const served = new X509Certificate(serving.certificate);
    const [newest] = all;
    return (
      newest?.checkPrivateKey(createPrivateKey(authorityKey)) === true &&
      served.checkPrivateKey(createPrivateKey(serving.privateKey)) &&
      all.some((authority) => isIssuedBy(served, authority))
    );
  } catch {
    return false;
  }
}

/** Whether an authority has signed a certificate. */
export function isIssuedBy(served: X509Certificate, authority: X509Certificate): boolean {
  return served.checkIssued(authority) && served.verify(authority.publicKey);
}
