import { builtInType } from '../declaration/kind-declaration.ts';

export const serviceAccount = builtInType({
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  namespaced: true,
  shortNames: ['sa'],
  type: 'io.k8s.api.core.v1.ServiceAccount',
  subresources: [
    {
      name: 'token',
      verbs: ['create'],
      group: 'authentication.k8s.io',
      version: 'v1',
      kind: 'TokenRequest',
      wireType: 'io.k8s.api.authentication.v1.TokenRequest',
    },
  ],
  returnsDeleted: true,
});
