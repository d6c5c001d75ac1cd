import { objectsAt } from '@archipelago/apimachinery';
import { reservedNameWarnings } from '../../admission/policies/reserved-name.ts';
import { webhookConfigurationErrors } from '../../admission/webhooks/validate-webhook-configuration.ts';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { builtInType } from '../declaration/kind-declaration.ts';
import { webhookDefaults } from './webhook-defaults.ts';

export const mutatingWebhookConfiguration = builtInType({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'MutatingWebhookConfiguration',
  plural: 'mutatingwebhookconfigurations',
  namespaced: false,
  unconditionalUpdate: false,
  type: 'io.k8s.api.admissionregistration.v1.MutatingWebhookConfiguration',
  categories: ['api-extensions'],
  generation: true,
  columns: [
    nameColumn,
    column(
      'Webhooks',
      'MutatingWebhookConfiguration.webhooks',
      (object) => objectsAt(object, 'webhooks').length,
      {
        type: 'integer',
      },
    ),
    ageColumn,
  ],
  defaults: webhookDefaults({ reinvocationPolicy: 'Never' }),
  warn: reservedNameWarnings,
  validate: webhookConfigurationErrors,
});
