import { X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createCertificate } from '../serving/create-certificate.ts';
import { type CertificateStep, planCertificates } from './plan-certificates.ts';
import { takeCertificateStep } from './take-certificate-step.ts';
import {
  bundleOf,
  dataOf,
  isIssuedBy,
  readCertificates,
  type WebhookCertificates,
} from './webhook-certificates.ts';

const hosts = ['archipelago-webhook.ns.svc', 'archipelago-webhook.ns.svc.cluster.local'];
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const begin = Date.UTC(2026, 10, 23);

async function started(now = begin): Promise<WebhookCertificates> {
  const made = await takeCertificateStep({ kind: 'start' }, { stored: undefined, hosts, now });
  if (made === undefined) throw new Error('nothing was made');
  return made;
}

function plan(stored: WebhookCertificates | undefined, now: number, published?: string): CertificateStep {
  return planCertificates({
    stored,
    published: published ?? bundleOf(stored?.authorities ?? []),
    hosts,
    now,
  });
}

async function take(
  kind: Exclude<CertificateStep['kind'], 'keep'>,
  stored: WebhookCertificates,
  now: number,
) {
  const next = await takeCertificateStep({ kind }, { stored, hosts, now });
  if (next === undefined) throw new Error('nothing was made');
  return next;
}

/** What a client that trusts `bundle` thinks of the certificate. */
function isAccepted(serving: string, bundle: readonly string[], now: number): boolean {
  const leaf = new X509Certificate(serving);
  const isNow = (one: X509Certificate) => Date.parse(one.validFrom) <= now && now < Date.parse(one.validTo);
  return (
    isNow(leaf) &&
    hosts.every((host) => leaf.checkHost(host) !== undefined) &&
    bundle.map((pem) => new X509Certificate(pem)).some((ca) => isNow(ca) && isIssuedBy(leaf, ca))
  );
}

describe('what is done next', () => {
  test('begins with both, and then rests until two thirds of the shorter one are over', async () => {
    expect(plan(undefined, begin)).toEqual({ kind: 'start' });
    const stored = await started();
    const step = plan(stored, begin);
    expect(step).toEqual({ kind: 'keep', until: begin + 60 * dayMs });
    expect(plan(stored, begin + 60 * dayMs)).toEqual({ kind: 'issueServing' });
  });

  test('a new authority is served from only when it is trusted, and an hour later', async () => {
    const first = await started();
    const later = begin + 487 * dayMs;
    const renewed = await take('issueServing', first, later - dayMs);
    expect(plan(renewed, later)).toEqual({ kind: 'addAuthority' });
    const both = await take('addAuthority', renewed, later);
    expect(both.serving).toEqual(renewed.serving);
    const [after, old] = [later + hourMs, bundleOf(renewed.authorities)];
    expect(plan(both, later).kind).toBe('keep');
    expect(plan(both, after, old).kind).toBe('keep');
    expect(plan(both, after)).toEqual({ kind: 'issueServing' });
    const served = await take('issueServing', both, after);
    expect(plan(served, after).kind).toBe('keep');
    expect(plan(served, after + hourMs)).toEqual({ kind: 'dropAuthorities' });
    expect((await take('dropAuthorities', served, after + hourMs)).authorities).toEqual([
      both.authorities[0],
    ]);
  });

  test.each<
    [string, (stored: WebhookCertificates) => Promise<WebhookCertificates | undefined>, number, string]
  >([
    ['nothing is left of the authority', async (stored) => stored, 800 * dayMs, 'start'],
    ['the certificate has ended', async (stored) => stored, 91 * dayMs, 'issueServing'],
    ['the clock was set back', async (stored) => stored, -30 * dayMs, 'start'],
    [
      'the names are others',
      async (stored) => {
        const issuer = { certificate: stored.authorities.join(''), privateKey: stored.authorityKey };
        const request = { kind: 'server', hosts: ['other.svc'], now: begin, days: 90, issuer } as const;
        return { ...stored, serving: await createCertificate(request) };
      },
      0,
      'issueServing',
    ],
  ])('mends at once: %s', async (_, change, afterMs, kind) => {
    expect(plan(await change(await started()), begin + afterMs)).toEqual({ kind });
  });
});

test('over eight years every client accepts what any replica serves, however late both hear of it', async () => {
  const known: Known[] = [{ at: begin, stored: await started() }];
  const steps: string[] = [];
  for (let now = begin; now < begin + 8 * 365 * dayMs; ) {
    const newest = heard(known, now);
    const step = plan(newest, now, bundleOf(heard(known, now - hourMs / 2).authorities));
    if (step.kind === 'keep') now = Math.max(step.until, now + 1);
    else {
      steps.push(step.kind);
      known.push({ at: now, stored: await take(step.kind, newest, now) });
    }
    // a replica and an API server may each be half an hour behind
    const views = [heard(known, now), heard(known, now - hourMs / 2)];
    for (const { serving } of views)
      for (const { authorities } of views)
        expect(isAccepted(serving.certificate, authorities, now)).toBe(true);
    expect(views[0]?.authorities.length).toBeLessThanOrEqual(2);
  }
  expect(steps.filter((kind) => kind === 'addAuthority').length).toBeGreaterThanOrEqual(4);
  expect(steps).not.toContain('start');
});

interface Known {
  readonly at: number;
  readonly stored: WebhookCertificates;
}

/** What was stored last by then; the first where that was later. */
function heard(known: readonly Known[], by: number): WebhookCertificates {
  const found = known.findLast(({ at }) => at <= by) ?? known[0];
  if (found === undefined) throw new Error('nothing was ever stored');
  return found.stored;
}

describe('the Secret', () => {
  test('comes back as it was written', async () => {
    const stored = await started();
    expect(readCertificates({ data: dataOf(stored) })).toEqual(stored);
  });

  test.each<[string, (data: Record<string, unknown>, other: Record<string, unknown>) => unknown]>([
    ['empty', () => ({})],
    ['no data', () => undefined],
    ['no object', () => 'data'],
    ['a member is missing', (data) => ({ ...data, 'ca.key': undefined })],
    ['the key is of another certificate', (data, other) => ({ ...data, 'tls.key': other['tls.key'] })],
    ["the authority's key is another's", (data, other) => ({ ...data, 'ca.key': other['ca.key'] })],
    [
      'another authority has signed',
      (data, other) => ({ ...data, 'ca.crt': other['ca.crt'], 'ca.key': other['ca.key'] }),
    ],
    ['nonsense', (data) => ({ ...data, 'tls.crt': Buffer.from('nonsense').toString('base64') })],
    ['no base64', (data) => ({ ...data, 'tls.crt': 7 })],
  ])('is nothing to serve: %s', async (_, change) => {
    const [one, other] = await Promise.all([started(), started()]);
    expect(readCertificates({ data: change(dataOf(one), dataOf(other)) })).toBeUndefined();
  });
});
