import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCertificate } from './create-certificate.ts';

const now = Date.parse('2028-01-02T00:00:00Z');

test.each([
  [undefined, '2028-01-01T23:00:00.000Z'],
  [Date.parse('2026-11-25T10:00:00Z'), '2026-11-25T09:00:00.000Z'],
])(
  'who connects at %s finds a certificate that holds from %s on, until it ends by the own clock',
  async (theirNow, from) => {
    const { certificate } = await createCertificate({
      kind: 'server',
      hosts: ['127.0.0.1'],
      now,
      theirNow,
      days: 90,
    });
    const { validFrom, validTo } = new X509Certificate(certificate);
    expect([validFrom, validTo].map((time) => new Date(time).toISOString())).toEqual([
      from,
      '2028-04-01T00:00:00.000Z',
    ]);
  },
);
