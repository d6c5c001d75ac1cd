import spec from '../../api/operands/kubevirt.gen.json' with { type: 'json' };
import {
  ageColumn,
  openObject,
  phaseColumn,
  type ResourceDefinition,
} from './declaration/resource-definition.ts';

export const kubevirt: ResourceDefinition = {
  group: 'kubevirt.io',
  version: 'v1',
  kind: 'KubeVirt',
  plural: 'kubevirts',
  shortNames: ['kv', 'kvs'],
  inCategoryAll: true,
  namespaced: true,
  statusSubresource: true,
  columns: [ageColumn, phaseColumn],
  members: { spec, status: openObject },
  required: ['spec'],
};
