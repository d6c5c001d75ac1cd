import spec from '../../api/operands/aaq.gen.json' with { type: 'json' };
import {
  ageColumn,
  openObject,
  phaseColumn,
  type ResourceDefinition,
} from './declaration/resource-definition.ts';

export const aaq: ResourceDefinition = {
  group: 'aaq.kubevirt.io',
  version: 'v1alpha1',
  kind: 'AAQ',
  plural: 'aaqs',
  shortNames: ['aaq', 'aaqs'],
  inCategoryAll: false,
  namespaced: false,
  statusSubresource: true,
  columns: [ageColumn, phaseColumn],
  members: { spec, status: openObject },
  required: ['spec'],
};
