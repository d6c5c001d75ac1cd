import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { certificatesIn, isIssuedBy, type WebhookCertificates } from './webhook-certificates.ts';

/** What is to be done next about the certificates of the webhook; one thing at a time. */
export type CertificateStep =
  /** Nothing before that time, milliseconds since 1970. */
  | { readonly kind: 'keep'; readonly until: number }
  /** An authority and a certificate: there are none, or none that anybody can use. */
  | { readonly kind: 'start' }
  /** A new authority, trusted beside the old one; the certificate that is served stays. */
  | { readonly kind: 'addAuthority' }
  /** Another certificate to serve, of the newest authority. */
  | { readonly kind: 'issueServing' }
  /** Only the newest authority is trusted from now on. */
  | { readonly kind: 'dropAuthorities' };

interface CertificateFacts {
  /** undefined: none, or none that belong together. */
  readonly stored: WebhookCertificates | undefined;
  /** What API servers trust now, as the webhook's configuration says. */
  readonly published: string;
  /** The names that API servers connect to. */
  readonly hosts: readonly string[];
  readonly now: number;
}

/** API servers and other replicas have heard of a change after that. */
const settleMs = 3_600_000;
/** Certificates hold from an hour before they are made. */
const earlierMs = 3_600_000;

/**
 * Renews each when two thirds of its time are over. An authority and the certificate that is served are never exchanged together: the new
 * authority is trusted for an hour before anything of it is served, and the old one until an hour after nothing of it is.
 */
export function planCertificates(facts: CertificateFacts): CertificateStep {
  const { stored, now } = facts;
  const [newest, ...older] = (stored?.authorities ?? []).map((pem) => new X509Certificate(pem));
  if (stored === undefined || newest === undefined || !isValid(newest, now)) return { kind: 'start' };
  const served = new X509Certificate(stored.serving.certificate);
  if (!isUsable(served, [newest, ...older], facts)) return { kind: 'issueServing' };
  const steps = isIssuedBy(served, newest)
    ? nextOfNewest(served, newest, older.length > 0)
    : [
        {
          kind: 'issueServing',
          at: isTrusted(stored, facts) ? madeAt(newest) + settleMs : now + settleMs,
        } as const,
      ];
  const due = steps.find(({ at }) => at <= now);
  return due === undefined
    ? { kind: 'keep', until: Math.min(...steps.map(({ at }) => at)) }
    : { kind: due.kind };
}

interface Due {
  readonly kind: 'issueServing' | 'addAuthority' | 'dropAuthorities';
  readonly at: number;
}

function nextOfNewest(served: X509Certificate, newest: X509Certificate, hasOlder: boolean): readonly Due[] {
  const ofAuthority: Due = hasOlder
    ? { kind: 'dropAuthorities', at: madeAt(served) + settleMs }
    : { kind: 'addAuthority', at: renewalOf(newest) };
  return [{ kind: 'issueServing', at: renewalOf(served) }, ofAuthority];
}

/** Whether clients that trust the authorities take it now, by each name. */
function isUsable(
  served: X509Certificate,
  authorities: readonly X509Certificate[],
  { hosts, now }: CertificateFacts,
): boolean {
  const isVouchedFor = authorities.some((each) => isValid(each, now) && isIssuedBy(served, each));
  return isValid(served, now) && isVouchedFor && hosts.every((host) => isFor(served, host));
}

function isFor(served: X509Certificate, host: string): boolean {
  return (isIP(host) === 0 ? served.checkHost(host) : served.checkIP(host)) !== undefined;
}

function isTrusted({ authorities: [newest] }: WebhookCertificates, { published }: CertificateFacts): boolean {
  return newest !== undefined && certificatesIn(published).includes(newest);
}

function isValid({ validFrom, validTo }: X509Certificate, now: number): boolean {
  return Date.parse(validFrom) <= now && now < Date.parse(validTo);
}

function renewalOf(certificate: X509Certificate): number {
  const made = madeAt(certificate);
  return made + ((Date.parse(certificate.validTo) - made) * 2) / 3;
}

function madeAt({ validFrom }: X509Certificate): number {
  return Date.parse(validFrom) + earlierMs;
}
