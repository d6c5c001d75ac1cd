import { builtInType } from '../declaration/kind-declaration.ts';

export const controllerRevision = builtInType({
  group: 'apps',
  version: 'v1',
  kind: 'ControllerRevision',
  plural: 'controllerrevisions',
  namespaced: true,
  type: 'io.k8s.api.apps.v1.ControllerRevision',
});
