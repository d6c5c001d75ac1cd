import { objectsAt } from '@archipelago/apimachinery';
import { reservedNameWarnings } from '../../admission/policies/reserved-name.ts';
import { webhookConfigurationErrors } from '../../admission/webhooks/validate-webhook-configuration.ts';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { builtInType } from '../declaration/kind-declaration.ts';
import { webhookDefaults } from './webhook-defaults.ts';

export const validatingWebhookConfiguration = builtInType({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingWebhookConfiguration',
  plural: 'validatingwebhookconfigurations',
  namespaced: false,
  unconditionalUpdate: false,
  type: 'io.k8s.api.admissionregistration.v1.ValidatingWebhookConfiguration',
  categories: ['api-extensions'],
  generation: true,
  columns: [
    nameColumn,
    column(
      'Webhooks',
      'ValidatingWebhookConfiguration.webhooks',
      (object) => objectsAt(object, 'webhooks').length,
      {
        type: 'integer',
      },
    ),
    ageColumn,
  ],
  defaults: webhookDefaults({}),
  warn: reservedNameWarnings,
  validate: webhookConfigurationErrors,
});
