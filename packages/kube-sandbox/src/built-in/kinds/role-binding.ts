import { bindingErrors, roleReferenceErrors } from '../../validation/rbac-errors.ts';
import { builtInType } from '../declaration/kind-declaration.ts';
import { bindingColumns, bindingDefaults } from './rbac-columns.ts';

export const roleBinding = builtInType({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'RoleBinding',
  plural: 'rolebindings',
  namespaced: true,
  type: 'io.k8s.api.rbac.v1.RoleBinding',
  createOnUpdate: true,
  names: 'segment',
  columns: bindingColumns('RoleBinding'),
  defaults: bindingDefaults,
  validate: (object) => bindingErrors(object, ['Role', 'ClusterRole']),
  validateUpdate: ({ object, old }) => roleReferenceErrors(object, old),
});
