import { openMembers, type ResourceDefinition } from './declaration/resource-definition.ts';

export const dataSource: ResourceDefinition = {
  group: 'cdi.kubevirt.io',
  version: 'v1beta1',
  kind: 'DataSource',
  plural: 'datasources',
  shortNames: ['das'],
  inCategoryAll: true,
  namespaced: true,
  // upstream has none
  statusSubresource: false,
  columns: [],
  members: openMembers,
  required: ['spec'],
};
