import { openMembers, phaseColumn, type ResourceDefinition } from './declaration/resource-definition.ts';

export const virtualMachineInstanceMigration: ResourceDefinition = {
  group: 'kubevirt.io',
  version: 'v1',
  kind: 'VirtualMachineInstanceMigration',
  plural: 'virtualmachineinstancemigrations',
  shortNames: ['vmim', 'vmims'],
  inCategoryAll: true,
  namespaced: true,
  statusSubresource: true,
  columns: [phaseColumn, { name: 'VMI', type: 'string', jsonPath: '.spec.vmiName' }],
  members: openMembers,
  required: ['spec'],
};
