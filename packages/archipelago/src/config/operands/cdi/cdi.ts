import type { CDI } from '../../../api/operands/cdi.gen.ts';
import { operand } from '../../framework/operand.ts';

/** The importer of disk images. */
export const cdi = operand<CDI>({
  group: 'cdi.kubevirt.io',
  version: 'v1beta1',
  kind: 'CDI',
  plural: 'cdis',
  component: 'storage',
  name: (hyperConverged) => `cdi-${hyperConverged}`,
  // without it CDI would keep the configuration in a resource of its own
  annotations: { 'cdi.kubevirt.io/configAuthority': '' },
  removal: 2,
  reportsConditions: true,
  patchAnnotation: 'containerizeddataimporter.kubevirt.io/jsonpatch',
  baseline: ({ opinion }) => [
    opinion(
      'spec.config.featureGates',
      ['HonorWaitForFirstConsumer', 'DataVolumeClaimAdoption', 'WebhookPvcRendering'],
      'disks are bound where the machine runs, and existing claims can be adopted',
    ),
    opinion('spec.customizeComponents', {}, 'components are not customized'),
    opinion('spec.infra', {}, 'CDI expects the member, even without placement'),
    opinion('spec.workload', {}, 'CDI expects the member, even without placement'),
  ],
});
