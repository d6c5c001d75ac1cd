import { builtInType } from '../declaration/kind-declaration.ts';

export const selfSubjectRulesReview = builtInType({
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectRulesReview',
  plural: 'selfsubjectrulesreviews',
  namespaced: false,
  type: 'io.k8s.api.authorization.v1.SelfSubjectRulesReview',
  verbs: ['create'],
});
