import { X509Certificate } from 'node:crypto';
import type { Installation } from '../../../operator/rights/permission.ts';
import type { WebhookAuthority } from '../../../operator/rights/webhook-authority.ts';
import { bundleOf, certificatesIn } from '../../../operator/webhook/webhook-certificates.ts';
import { type Io, UsageError } from '../../process/io.ts';

/** The choices of `--webhook`. */
export const webhookChoices = ['auto', 'none', 'operator', 'cert-manager', 'service-ca', 'files'] as const;

/** The flags about the webhook, as commander gives them. */
export interface WebhookFlags {
  readonly webhook: (typeof webhookChoices)[number];
  readonly webhookCa?: string;
  readonly platform: Installation['platform'];
  readonly image?: string;
}

/** Who makes the webhook's certificate; undefined: there is no webhook. Where the operator runs elsewhere, nobody could connect to it. */
export async function webhookAuthority(
  flags: WebhookFlags,
  io: Pick<Io, 'read'>,
): Promise<WebhookAuthority | undefined> {
  refuseOddFlags(flags);
  const { webhook, webhookCa, platform, image } = flags;
  switch (webhook) {
    case 'none':
      return undefined;
    case 'auto':
      return image === undefined ? undefined : { kind: platform === 'openshift' ? 'service-ca' : 'operator' };
    case 'files':
      return { kind: webhook, authority: await authorityOf(webhookCa, io) };
    case 'service-ca':
    case 'operator':
    case 'cert-manager':
      return { kind: webhook };
  }
}

function refuseOddFlags({ webhook, webhookCa, platform }: WebhookFlags): void {
  if (webhookCa !== undefined && webhook !== 'files')
    throw new UsageError(
      '--webhook-ca: goes with --webhook files only; the others bring their own authority',
    );
  if (webhook === 'service-ca' && platform !== 'openshift')
    throw new UsageError(
      '--webhook service-ca: only OpenShift has it; add --platform openshift, or take --webhook operator',
    );
}

async function authorityOf(path: string | undefined, io: Pick<Io, 'read'>): Promise<string> {
  if (path === undefined)
    throw new UsageError('--webhook files: needs --webhook-ca <file>: what API servers are to trust');
  const text = await io.read(path);
  if (text.includes('PRIVATE KEY'))
    throw new UsageError(`--webhook-ca ${path}: holds a private key; give a file with certificates only`);
  const certificates = certificatesIn(text);
  try {
    for (const each of certificates) new X509Certificate(each);
  } catch {
    throw new UsageError(`--webhook-ca ${path}: holds a certificate that cannot be read`);
  }
  if (certificates.length === 0) throw new UsageError(`--webhook-ca ${path}: is no certificate in PEM`);
  return bundleOf(certificates);
}
