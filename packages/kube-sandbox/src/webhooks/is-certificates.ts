import { X509Certificate } from 'node:crypto';

/** Whether a text holds a certificate in PEM. */
export function isCertificates(pem: string): boolean {
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) return false;
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
}
