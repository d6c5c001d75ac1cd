import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';
import { reviewNamespaceName } from '../../reviews/review-namespace-name.ts';

/** Where the common golden images live; modified ones stay in the namespace their entry names. */
export const commonBootImageNamespace = setting({
  path: 'commonBootImageNamespace',
  summary:
    'Namespace of the common golden images as they come; modified and custom ones say themselves where they live.',
  schema: Type.String(),
  review: (value) => reviewNamespaceName('spec.commonBootImageNamespace', value),
  // lands through dataImportCronTemplates, which merges common and custom images
  examples: [
    {
      title: 'hidden from most users',
      spec: { commonBootImageNamespace: 'custom-namespace-name' },
      cluster: { platform: 'openshift' },
      lands: {
        'SSP.spec.commonTemplates.dataImportCronTemplates[0].metadata.namespace': 'custom-namespace-name',
      },
    },
  ],
});
