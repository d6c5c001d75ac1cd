import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';
import { featureGateAlias } from '../feature-gates/feature-gate-alias.ts';

/** The golden images that come with the product; custom ones are independent of it. */
export const enableCommonBootImageImport = setting({
  path: 'enableCommonBootImageImport',
  summary: 'Whether the common golden images are imported; custom ones are, whatever this says.',
  schema: Type.Boolean(),
  default: true,
  aliases: [featureGateAlias('enableCommonBootImageImport', { standard: true })],
  // lands through dataImportCronTemplates, which merges common and custom images
  examples: [
    {
      title: 'a cluster without internet',
      spec: { enableCommonBootImageImport: false },
      cluster: { platform: 'openshift' },
      lands: { 'SSP.spec.commonTemplates.dataImportCronTemplates': '(absent)' },
    },
    {
      title: 'the former spelling',
      spec: { featureGates: { enableCommonBootImageImport: false } },
      cluster: { platform: 'openshift' },
      lands: { 'SSP.spec.commonTemplates.dataImportCronTemplates': '(absent)' },
    },
  ],
});
