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
  shortcoming: 'the embedded cluster keeps MutatingAdmissionPolicies and does not enforce them',
});
