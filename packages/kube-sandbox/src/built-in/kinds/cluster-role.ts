import { createdAtColumn, nameColumn } from '../../tables/common-columns.ts';
import { aggregationErrors, roleErrors } from '../../validation/rbac-errors.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

export const clusterRole = builtInType({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'ClusterRole',
  plural: 'clusterroles',
  namespaced: false,
  type: 'io.k8s.api.rbac.v1.ClusterRole',
  createOnUpdate: true,
  names: 'segment',
  columns: [nameColumn, createdAtColumn],
  validate: (object) => [...roleErrors(object, false), ...aggregationErrors(object)],
});
