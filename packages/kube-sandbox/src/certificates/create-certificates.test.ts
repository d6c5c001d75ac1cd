import { X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { createCertificates } from './create-certificates.ts';

it('tells by its key which of two authorities with one name has signed', async () => {
  const [one, other] = [
    await createCertificates(0, ['localhost']),
    await createCertificates(0, ['localhost']),
  ];
  const server = new X509Certificate(one.certificate);
  const [own, foreign] = [one, other].map(({ caCertificate }) => new X509Certificate(caCertificate));
  if (own === undefined || foreign === undefined) throw new Error('two were made');
  expect(own.subject).toBe(foreign.subject);
  expect([server.checkIssued(own), server.checkIssued(foreign)]).toEqual([true, false]);
  expect(server.verify(own.publicKey)).toBe(true);
});
