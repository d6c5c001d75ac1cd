import { objectAt } from '@archipelago/apimachinery';
import { quotaErrors } from '../../validation/quota-errors.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

export const resourceQuota = builtInType({
  group: '',
  version: 'v1',
  kind: 'ResourceQuota',
  plural: 'resourcequotas',
  namespaced: true,
  type: 'io.k8s.api.core.v1.ResourceQuota',
  shortNames: ['quota'],
  status: true,
  returnsDeleted: true,
  fixed: ['spec.scopes'],
  validate: (object) => quotaErrors(objectAt(object, 'spec')),
});
