import { createdAtColumn, nameColumn } from '../../tables/common-columns.ts';
import { roleErrors } from '../../validation/rbac-errors.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

export const role = builtInType({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'Role',
  plural: 'roles',
  namespaced: true,
  type: 'io.k8s.api.rbac.v1.Role',
  createOnUpdate: true,
  names: 'segment',
  columns: [nameColumn, createdAtColumn],
  validate: (object) => roleErrors(object, true),
});
