import { reservedNameWarnings } from '../../admission/policies/reserved-name.ts';
import { bindingErrors } from '../../admission/policies/validate-binding.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

export const validatingAdmissionPolicyBinding = builtInType({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingAdmissionPolicyBinding',
  plural: 'validatingadmissionpolicybindings',
  namespaced: false,
  unconditionalUpdate: false,
  type: 'io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyBinding',
  categories: ['api-extensions'],
  generation: true,
  defaults: [
    {
      at: 'spec.matchResources',
      fields: { matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} },
    },
    { at: 'spec.matchResources.resourceRules[*]', fields: { scope: '*' } },
  ],
  warn: reservedNameWarnings,
  validate: bindingErrors,
});
