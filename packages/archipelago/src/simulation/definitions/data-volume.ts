import {
  ageColumn,
  openMembers,
  phaseColumn,
  type ResourceDefinition,
} from './declaration/resource-definition.ts';

export const dataVolume: ResourceDefinition = {
  group: 'cdi.kubevirt.io',
  version: 'v1beta1',
  kind: 'DataVolume',
  plural: 'datavolumes',
  shortNames: ['dv', 'dvs'],
  inCategoryAll: true,
  namespaced: true,
  statusSubresource: true,
  columns: [
    phaseColumn,
    { name: 'Progress', type: 'string', jsonPath: '.status.progress' },
    { name: 'Restarts', type: 'integer', jsonPath: '.status.restartCount' },
    ageColumn,
  ],
  members: openMembers,
  required: ['spec'],
};
