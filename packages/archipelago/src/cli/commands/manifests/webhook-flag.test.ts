import { describe, expect, test } from 'vitest';
import { createCertificate } from '../../../operator/serving/create-certificate.ts';
import { type WebhookFlags, webhookAuthority } from './webhook-flag.ts';

const made = await createCertificate({ kind: 'authority', name: 'x', now: Date.now(), days: 1 });
const files: Readonly<Record<string, string>> = {
  'ca.pem': `# ours\n${made.certificate}\n`,
  'both.pem': `${made.certificate}\n${made.privateKey}`,
  'broken.pem': '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
  'text.md': 'text',
};
const io = { read: async (path: string) => files[path] ?? '' };
const flags = (changes: Partial<WebhookFlags>): WebhookFlags => ({
  webhook: 'auto',
  platform: 'kubernetes',
  image: 'archipelago:1',
  ...changes,
});

describe('who makes the certificate of the webhook', () => {
  test.each<[Partial<WebhookFlags>, string | undefined]>([
    [{}, 'operator'],
    [{ platform: 'openshift' }, 'service-ca'],
    [{ webhook: 'operator', platform: 'openshift' }, 'operator'],
    [{ webhook: 'cert-manager' }, 'cert-manager'],
    [{ webhook: 'none' }, undefined],
  ])('%j: %s', async (changes, kind) => {
    expect((await webhookAuthority(flags(changes), io))?.kind).toBe(kind);
  });

  test('nobody where the operator runs elsewhere, unless it is said', async () => {
    const { image: _, ...elsewhere } = flags({});
    expect(await webhookAuthority(elsewhere, io)).toBeUndefined();
    expect(await webhookAuthority({ ...elsewhere, webhook: 'operator' }, io)).toEqual({ kind: 'operator' });
  });

  test('of a file only the certificates are taken', async () => {
    const found = await webhookAuthority(flags({ webhook: 'files', webhookCa: 'ca.pem' }), io);
    expect(found).toEqual({ kind: 'files', authority: `${made.certificate}\n` });
  });

  test.each<[Partial<WebhookFlags>, string]>([
    [{ webhook: 'files' }, '--webhook files: needs --webhook-ca <file>'],
    [{ webhookCa: 'ca.pem' }, '--webhook-ca: goes with --webhook files only'],
    [{ webhook: 'service-ca' }, '--webhook service-ca: only OpenShift has it'],
    [{ webhook: 'files', webhookCa: 'both.pem' }, '--webhook-ca both.pem: holds a private key'],
    [
      { webhook: 'files', webhookCa: 'broken.pem' },
      '--webhook-ca broken.pem: holds a certificate that cannot be read',
    ],
    [{ webhook: 'files', webhookCa: 'text.md' }, '--webhook-ca text.md: is no certificate in PEM'],
  ])('%j is refused', async (changes, message) => {
    await expect(webhookAuthority(flags(changes), io)).rejects.toThrow(message);
  });
});
