import {
  ageColumn,
  openMembers,
  phaseColumn,
  type ResourceDefinition,
} from './declaration/resource-definition.ts';

export const virtualMachineInstance: ResourceDefinition = {
  group: 'kubevirt.io',
  version: 'v1',
  kind: 'VirtualMachineInstance',
  plural: 'virtualmachineinstances',
  shortNames: ['vmi', 'vmis'],
  inCategoryAll: true,
  namespaced: true,
  // upstream has none
  statusSubresource: false,
  columns: [
    ageColumn,
    phaseColumn,
    { name: 'IP', type: 'string', jsonPath: '.status.interfaces[0].ipAddress' },
    { name: 'NodeName', type: 'string', jsonPath: '.status.nodeName' },
    { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
  ],
  members: openMembers,
  required: ['spec'],
};
