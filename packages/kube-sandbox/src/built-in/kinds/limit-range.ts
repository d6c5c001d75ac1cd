import { builtInType } from '../declaration/kind-declaration.ts';

export const limitRange = builtInType({
  group: '',
  version: 'v1',
  kind: 'LimitRange',
  plural: 'limitranges',
  namespaced: true,
  type: 'io.k8s.api.core.v1.LimitRange',
  shortNames: ['limits'],
  shortcoming: 'the embedded cluster keeps LimitRanges and does not enforce them',
});
