import { bindingErrors, roleReferenceErrors } from '../../validation/rbac-errors.ts';
import { builtInType } from '../declaration/kind-declaration.ts';
import { bindingColumns, bindingDefaults } from './rbac-columns.ts';

export const clusterRoleBinding = builtInType({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'ClusterRoleBinding',
  plural: 'clusterrolebindings',
  namespaced: false,
  type: 'io.k8s.api.rbac.v1.ClusterRoleBinding',
  createOnUpdate: true,
  names: 'segment',
  columns: bindingColumns('ClusterRoleBinding'),
  defaults: bindingDefaults,
  validate: (object) => bindingErrors(object, ['ClusterRole']),
  validateUpdate: ({ object, old }) => roleReferenceErrors(object, old),
});
