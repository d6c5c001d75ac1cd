import { ageColumn, openMembers, type ResourceDefinition } from './declaration/resource-definition.ts';

export const virtualMachine: ResourceDefinition = {
  group: 'kubevirt.io',
  version: 'v1',
  kind: 'VirtualMachine',
  plural: 'virtualmachines',
  shortNames: ['vm', 'vms'],
  inCategoryAll: true,
  namespaced: true,
  statusSubresource: true,
  columns: [
    ageColumn,
    { name: 'Status', type: 'string', jsonPath: '.status.printableStatus' },
    { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
  ],
  members: openMembers,
  required: ['spec'],
};
