import { builtInType } from '../declaration/kind-declaration.ts';

export const tokenReview = builtInType({
  group: 'authentication.k8s.io',
  version: 'v1',
  kind: 'TokenReview',
  plural: 'tokenreviews',
  namespaced: false,
  type: 'io.k8s.api.authentication.v1.TokenReview',
  verbs: ['create'],
});
