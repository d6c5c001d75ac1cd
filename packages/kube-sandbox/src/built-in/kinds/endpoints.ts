import { builtInType } from '../declaration/kind-declaration.ts';

export const endpoints = builtInType({
  group: '',
  version: 'v1',
  kind: 'Endpoints',
  plural: 'endpoints',
  createOnUpdate: true,
  namespaced: true,
  type: 'io.k8s.api.core.v1.Endpoints',
  shortNames: ['ep'],
});
