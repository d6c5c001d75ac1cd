import { openMembers, type ResourceDefinition } from './declaration/resource-definition.ts';

export const dataImportCron: ResourceDefinition = {
  group: 'cdi.kubevirt.io',
  version: 'v1beta1',
  kind: 'DataImportCron',
  plural: 'dataimportcrons',
  shortNames: ['dic', 'dics'],
  inCategoryAll: true,
  namespaced: true,
  // upstream has none
  statusSubresource: false,
  columns: [{ name: 'Format', type: 'string', jsonPath: '.status.sourceFormat' }],
  members: openMembers,
  required: ['spec'],
};
