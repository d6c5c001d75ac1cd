import { type Permission, reading, rule } from '../rights/permission.ts';
import type { WebhookAuthority } from '../rights/webhook-authority.ts';
import { secrets, webhookConfigurations } from './webhook-kinds.ts';
import { webhookNames } from './webhook-names.ts';

/** What the operator needs where it makes the webhook's certificate itself; where others do, nothing. */
export function webhookPermissions(
  namespace: string,
  webhook: WebhookAuthority | undefined,
): readonly Permission[] {
  if (webhook?.kind !== 'operator') return [];
  const { secret, configuration } = webhookNames;
  return [
    {
      ...rule(secrets, [...reading, 'update'], "the webhook's authority and certificate"),
      namespace,
      names: [secret],
    },
    {
      ...rule(webhookConfigurations, [...reading, 'patch'], 'whom API servers trust about the webhook'),
      names: [configuration],
    },
  ];
}
