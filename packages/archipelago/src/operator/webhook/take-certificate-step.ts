import { createCertificate } from '../serving/create-certificate.ts';
import type { CertificateStep } from './plan-certificates.ts';
import type { WebhookCertificates } from './webhook-certificates.ts';

interface Given {
  readonly stored: WebhookCertificates | undefined;
  /** The names that are served. */
  readonly hosts: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Of those who connect; `now` when absent. */
  readonly theirNow?: number | undefined;
}

const authorityDays = 730;
const servingDays = 90;

/** What a step makes of what is stored; undefined: nothing else. */
export async function takeCertificateStep(
  { kind }: CertificateStep,
  given: Given,
): Promise<WebhookCertificates | undefined> {
  if (kind === 'keep') return undefined;
  const { stored } = given;
  return stored === undefined || kind === 'start' ? start(given) : goOn(kind, { ...given, stored });
}

async function goOn(
  kind: Exclude<CertificateStep['kind'], 'keep' | 'start'>,
  { stored, hosts, ...times }: Given & { readonly stored: WebhookCertificates },
): Promise<WebhookCertificates> {
  const [newest = ''] = stored.authorities;
  switch (kind) {
    case 'addAuthority': {
      const { certificate, privateKey } = await authorityOf(times);
      return { ...stored, authorities: [certificate, newest], authorityKey: privateKey };
    }
    case 'issueServing': {
      const issuer = { certificate: newest, privateKey: stored.authorityKey };
      const serving = await createCertificate({ kind: 'server', hosts, ...times, days: servingDays, issuer });
      return { ...stored, serving };
    }
    case 'dropAuthorities':
      return { ...stored, authorities: [newest] };
  }
}

/** What was trusted before may still be served somewhere. */
async function start({ stored, hosts, ...times }: Given): Promise<WebhookCertificates> {
  const issuer = await authorityOf(times);
  const serving = await createCertificate({ kind: 'server', hosts, ...times, days: servingDays, issuer });
  const older = stored?.authorities.slice(0, 1) ?? [];
  return { authorities: [issuer.certificate, ...older], authorityKey: issuer.privateKey, serving };
}

/** A new one must not be taken for the old one by its name. */
function authorityOf(times: Pick<Given, 'now' | 'theirNow'>) {
  const name = `archipelago-webhook-${new Date(times.now).toISOString()}`;
  return createCertificate({ kind: 'authority', name, ...times, days: authorityDays });
}
