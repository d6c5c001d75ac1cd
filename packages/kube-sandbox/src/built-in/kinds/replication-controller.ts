import { builtInType } from '../declaration/kind-declaration.ts';

export const replicationController = builtInType({
  group: '',
  version: 'v1',
  kind: 'ReplicationController',
  plural: 'replicationcontrollers',
  namespaced: true,
  type: 'io.k8s.api.core.v1.ReplicationController',
  shortNames: ['rc'],
  categories: ['all'],
  status: true,
  scalable: true,
  generation: true,
});
