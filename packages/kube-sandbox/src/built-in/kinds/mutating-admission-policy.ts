import { mutatingPolicyErrors } from '../../admission/mutations/validate-mutating-policy.ts';
import { reservedNameWarnings } from '../../admission/policies/reserved-name.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

export const mutatingAdmissionPolicy = builtInType({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'MutatingAdmissionPolicy',
  plural: 'mutatingadmissionpolicies',
  namespaced: false,
  unconditionalUpdate: false,
  type: 'io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicy',
  categories: ['api-extensions'],
  storageVersion: 'v1beta1',
  generation: true,
  defaults: [
    { at: 'spec', fields: { failurePolicy: 'Fail' } },
    {
      at: 'spec.matchConstraints',
      fields: { matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} },
    },
    { at: 'spec.matchConstraints.resourceRules[*]', fields: { scope: '*' } },
    { at: 'spec.matchConstraints.excludeResourceRules[*]', fields: { scope: '*' } },
  ],
  warn: reservedNameWarnings,
  validate: mutatingPolicyErrors,
});
