import { reservedNameWarnings } from '../../admission/policies/reserved-name.ts';
import { policyErrors } from '../../admission/policies/validate-policy.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

export const validatingAdmissionPolicy = builtInType({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingAdmissionPolicy',
  plural: 'validatingadmissionpolicies',
  namespaced: false,
  unconditionalUpdate: false,
  type: 'io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicy',
  categories: ['api-extensions'],
  status: true,
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
  validate: policyErrors,
});
