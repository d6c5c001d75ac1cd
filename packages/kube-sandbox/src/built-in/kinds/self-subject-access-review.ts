import { builtInType } from '../declaration/kind-declaration.ts';

export const selfSubjectAccessReview = builtInType({
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectAccessReview',
  plural: 'selfsubjectaccessreviews',
  namespaced: false,
  type: 'io.k8s.api.authorization.v1.SelfSubjectAccessReview',
  verbs: ['create'],
});
