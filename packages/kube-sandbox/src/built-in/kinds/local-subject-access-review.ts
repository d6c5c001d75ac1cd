import { builtInType } from '../declaration/kind-declaration.ts';

export const localSubjectAccessReview = builtInType({
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'LocalSubjectAccessReview',
  plural: 'localsubjectaccessreviews',
  namespaced: true,
  type: 'io.k8s.api.authorization.v1.LocalSubjectAccessReview',
  verbs: ['create'],
});
