import { builtInType } from '../declaration/kind-declaration.ts';

export const endpointSlice = builtInType({
  group: 'discovery.k8s.io',
  version: 'v1',
  kind: 'EndpointSlice',
  plural: 'endpointslices',
  namespaced: true,
  type: 'io.k8s.api.discovery.v1.EndpointSlice',
  generation: true,
});
