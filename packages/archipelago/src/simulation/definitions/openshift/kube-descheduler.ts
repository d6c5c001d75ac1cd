import { openMembers, type ResourceDefinition } from '../declaration/resource-definition.ts';

/** Has no object until somebody installs the descheduler. */
export const kubeDescheduler: ResourceDefinition = {
  group: 'operator.openshift.io',
  version: 'v1',
  kind: 'KubeDescheduler',
  plural: 'kubedeschedulers',
  shortNames: [],
  inCategoryAll: false,
  namespaced: true,
  statusSubresource: true,
  columns: [],
  members: openMembers,
  required: ['spec'],
};
