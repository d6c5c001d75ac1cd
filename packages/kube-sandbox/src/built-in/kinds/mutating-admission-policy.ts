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
  shortcoming: 'the embedded cluster keeps MutatingAdmissionPolicies and does not enforce them',
});
