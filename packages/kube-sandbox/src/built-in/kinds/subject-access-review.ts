import { builtInType } from '../declaration/kind-declaration.ts';

export const subjectAccessReview = builtInType({
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SubjectAccessReview',
  plural: 'subjectaccessreviews',
  namespaced: false,
  type: 'io.k8s.api.authorization.v1.SubjectAccessReview',
  verbs: ['create'],
});
