import { createCertificate } from '../../../packages/archipelago/src/operator/serving/create-certificate.ts';
import { dataOf } from '../../../packages/archipelago/src/operator/webhook/webhook-certificates.ts';

const hour = 3_600_000;

/** Data of the webhook's Secret, as JSON: a certificate that ends in four hours and should have been renewed, of an authority that does not end soon. */
export async function expiringCertificate(host: string): Promise<string> {
  const authority = await createCertificate({ kind: 'authority', name: 'test', now: Date.now(), days: 730 });
  const made = { now: Date.now() - 20 * hour, days: 1 };
  const serving = await createCertificate({ kind: 'server', hosts: [host], issuer: authority, ...made });
  const stored = { authorities: [authority.certificate], authorityKey: authority.privateKey, serving };
  return JSON.stringify({ data: dataOf(stored) });
}
