import spec from '../../api/operands/cdi.gen.json' with { type: 'json' };
import {
  ageColumn,
  openObject,
  phaseColumn,
  type ResourceDefinition,
} from './declaration/resource-definition.ts';

export const cdi: ResourceDefinition = {
  group: 'cdi.kubevirt.io',
  version: 'v1beta1',
  kind: 'CDI',
  plural: 'cdis',
  shortNames: ['cdi', 'cdis'],
  inCategoryAll: false,
  namespaced: false,
  // upstream has none: CDI's operator writes status with the object
  statusSubresource: false,
  columns: [ageColumn, phaseColumn],
  members: { spec, status: openObject },
  required: ['spec'],
};
