import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';
import { ssp } from '../../operands/ssp/ssp.ts';
import { reviewNamespaceName } from '../../reviews/review-namespace-name.ts';

/** Where the common templates live. */
export const commonTemplatesNamespace = setting({
  path: 'commonTemplatesNamespace',
  summary: 'Namespace of the common templates.',
  schema: Type.String(),
  review: (value) => reviewNamespaceName('spec.commonTemplatesNamespace', value),
  fallback: { doc: 'openshift', fact: "OpenShift's namespace for templates", from: () => 'openshift' },
  lands: ({ set }) => [
    set(ssp, 'spec.commonTemplates.namespace', (namespace) => (namespace === '' ? 'openshift' : namespace)),
  ],
  examples: [
    {
      title: 'next to the machines',
      spec: { commonTemplatesNamespace: 'kubevirt' },
      cluster: { platform: 'openshift' },
      lands: { 'SSP.spec.commonTemplates.namespace': 'kubevirt' },
    },
  ],
});
