import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../../../../test/support/fake-clock.ts';
import type { CertificatePair } from './certificate-pair.ts';
import { createCertificate } from './create-certificate.ts';
import { ServingCertificate } from './serving-certificate.ts';

let folder: string;
let clock: FakeClock;
const news: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'archipelago-certificate-'));
  clock = new FakeClock();
  news.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function serving(): ServingCertificate {
  return new ServingCertificate({
    folder,
    what: 'metrics',
    hosts: ['operator-0', 'metrics.svc'],
    clock,
    onNews: (level, message) => news.push(`${level} ${message}`),
  });
}

function write({ certificate, privateKey }: CertificatePair): void {
  writeFileSync(join(folder, 'tls.crt'), certificate);
  writeFileSync(join(folder, 'tls.key'), privateKey);
}

const another = () => createCertificate({ kind: 'server', hosts: ['given'], now: clock.now(), days: 365 });

test('makes its own for its names where there are no files', async () => {
  const first = await serving().first();
  const made = new X509Certificate(first?.certificate ?? '');
  expect(made.subjectAltName).toBe('DNS:operator-0, DNS:metrics.svc');
  expect(made.verify(made.publicKey)).toBe(true);
  expect(news).toHaveLength(1);
});

test('takes files when they come, and others in their place; once each', async () => {
  const one = serving();
  await one.first();
  const [first, second] = [await another(), await another()];
  write(first);
  expect([await one.next(), await one.next()]).toEqual([first, undefined]);
  write(second);
  expect([await one.next(), await one.next()]).toEqual([second, undefined]);
});

test('stays with what it has while files are half written, no certificate, or gone', async () => {
  const [first, second] = [await another(), await another()];
  write(first);
  const one = serving();
  expect(await one.first()).toEqual(first);
  write({ certificate: second.certificate, privateKey: first.privateKey });
  expect([await one.next(), await one.next()]).toEqual([undefined, undefined]);
  expect(news.filter((line) => line.startsWith('warn'))).toHaveLength(1);
  write({ certificate: 'nonsense', privateKey: first.privateKey });
  expect(await one.next()).toBeUndefined();
  rmSync(join(folder, 'tls.crt'));
  expect(await one.next()).toBeUndefined();
  write(second);
  expect(await one.next()).toEqual(second);
  expect(news.join()).not.toContain('PRIVATE KEY');
});

test('begins with its own where the files cannot be used', async () => {
  write({ certificate: 'nonsense', privateKey: 'nonsense' });
  expect((await serving().first())?.certificate).toContain('BEGIN CERTIFICATE');
});

test.each([
  ['without files', undefined],
  ['beside files that cannot be used', { certificate: 'nonsense', privateKey: 'nonsense' }],
])('makes its own anew before it ends: %s', async (_, files) => {
  if (files !== undefined) write(files);
  const one = serving();
  const first = await one.first();
  await clock.advance(300 * 24 * 3600 * 1000);
  expect(await one.next()).toBeUndefined();
  await clock.advance(40 * 24 * 3600 * 1000);
  const next = await one.next();
  expect(next).toBeDefined();
  expect(next).not.toEqual(first);
});
