import { Type } from '@sinclair/typebox';
import { absent, setting } from '../../framework/setting.ts';
import { aaq } from '../../operands/aaq/aaq.ts';
import { featureGateAlias } from '../feature-gates/feature-gate-alias.ts';

/** Quotas that know machines. */
export const enableApplicationAwareQuota = setting({
  path: 'enableApplicationAwareQuota',
  summary: 'Deploys the application aware quota, which counts machines by what their guests get.',
  schema: Type.Boolean(),
  default: false,
  aliases: [featureGateAlias('enableApplicationAwareQuota', { standard: false })],
  lands: ({ exists }) => [exists(aaq, (on) => on === true)],
  examples: [
    {
      title: 'quotas for tenants',
      spec: { enableApplicationAwareQuota: true },
      lands: { 'AAQ.spec.imagePullPolicy': 'IfNotPresent' },
    },
    {
      title: 'the former spelling',
      spec: { featureGates: { enableApplicationAwareQuota: true } },
      lands: { 'AAQ.spec.imagePullPolicy': 'IfNotPresent' },
    },
    { title: 'left out', lands: { AAQ: absent } },
  ],
});
