import { mutatingBindingErrors } from '../../admission/mutations/validate-mutating-policy.ts';
import { reservedNameWarnings } from '../../admission/policies/reserved-name.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

export const mutatingAdmissionPolicyBinding = builtInType({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'MutatingAdmissionPolicyBinding',
  plural: 'mutatingadmissionpolicybindings',
  namespaced: false,
  unconditionalUpdate: false,
  type: 'io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicyBinding',
  categories: ['api-extensions'],
  storageVersion: 'v1beta1',
  generation: true,
  defaults: [
    {
      at: 'spec.matchResources',
      fields: { matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} },
    },
    { at: 'spec.matchResources.resourceRules[*]', fields: { scope: '*' } },
    { at: 'spec.matchResources.excludeResourceRules[*]', fields: { scope: '*' } },
  ],
  warn: reservedNameWarnings,
  validate: mutatingBindingErrors,
});
