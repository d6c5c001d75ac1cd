import type { JsonObject } from '@archipelago/apimachinery';
import type { DefaultRule } from '../declaration/fill-defaults.ts';

/** Defaults of webhook configurations; `more` are those of one kind only. */
export function webhookDefaults(more: JsonObject): readonly DefaultRule[] {
  const fields = {
    failurePolicy: 'Fail',
    matchPolicy: 'Equivalent',
    namespaceSelector: {},
    objectSelector: {},
    timeoutSeconds: 10,
    ...more,
  };
  return [
    { at: 'webhooks[*]', fields },
    { at: 'webhooks[*].rules[*]', fields: { scope: '*' } },
    { at: 'webhooks[*].clientConfig.service', fields: { port: 443 } },
  ];
}
