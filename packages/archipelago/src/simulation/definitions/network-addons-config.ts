import spec from '../../api/operands/network-addons-config.gen.json' with { type: 'json' };
import { openObject, type ResourceDefinition } from './declaration/resource-definition.ts';

export const networkAddonsConfig: ResourceDefinition = {
  group: 'networkaddonsoperator.network.kubevirt.io',
  version: 'v1',
  kind: 'NetworkAddonsConfig',
  plural: 'networkaddonsconfigs',
  shortNames: [],
  inCategoryAll: false,
  namespaced: false,
  statusSubresource: true,
  columns: [],
  members: { spec, status: openObject },
  required: [],
};
