import spec from '../../api/operands/ssp.gen.json' with { type: 'json' };
import { openObject, phaseColumn, type ResourceDefinition } from './declaration/resource-definition.ts';

export const ssp: ResourceDefinition = {
  group: 'ssp.kubevirt.io',
  version: 'v1beta3',
  kind: 'SSP',
  plural: 'ssps',
  shortNames: [],
  inCategoryAll: false,
  namespaced: true,
  statusSubresource: true,
  columns: [phaseColumn],
  members: { spec, status: openObject },
  required: [],
};
