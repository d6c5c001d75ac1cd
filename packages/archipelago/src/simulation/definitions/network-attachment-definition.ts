import { openObject, type ResourceDefinition } from './declaration/resource-definition.ts';

/** Multus' additional networks; has no status. */
export const networkAttachmentDefinition: ResourceDefinition = {
  group: 'k8s.cni.cncf.io',
  version: 'v1',
  kind: 'NetworkAttachmentDefinition',
  plural: 'network-attachment-definitions',
  singular: 'network-attachment-definition',
  shortNames: ['net-attach-def'],
  inCategoryAll: false,
  namespaced: true,
  statusSubresource: false,
  columns: [],
  members: { spec: openObject },
  required: [],
};
