import { builtInType } from '../declaration/kind-declaration.ts';

export const selfSubjectReview = builtInType({
  group: 'authentication.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectReview',
  plural: 'selfsubjectreviews',
  namespaced: false,
  type: 'io.k8s.api.authentication.v1.SelfSubjectReview',
  verbs: ['create'],
});
