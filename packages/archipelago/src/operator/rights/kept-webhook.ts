import type { OperatorOptions } from '../options/running-operator.ts';
import type { WebhookAuthority } from '../rights/webhook-authority.ts';

/** The webhook as far as the operator's rights follow from it: only where it keeps the certificate itself. */
export function keptWebhook({ webhookCertificate }: OperatorOptions): WebhookAuthority | undefined {
  return webhookCertificate === undefined ? undefined : { kind: 'operator' };
}
