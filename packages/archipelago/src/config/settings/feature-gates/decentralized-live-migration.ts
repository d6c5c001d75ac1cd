import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';
import { kubevirtFeatureGates, opensGate } from './kubevirt-feature-gates.ts';

/** Lets machines migrate to another namespace or cluster. */
export const decentralizedLiveMigration = setting({
  path: 'featureGates.decentralizedLiveMigration',
  summary: 'Lets machines migrate to another namespace or cluster.',
  schema: Type.Boolean(),
  default: false,
  lands: opensGate('DecentralizedLiveMigration'),
  examples: [
    {
      title: 'machines move between two clusters',
      spec: { featureGates: { decentralizedLiveMigration: true } },
      lands: { [`KubeVirt.${kubevirtFeatureGates}`]: { contains: 'DecentralizedLiveMigration' } },
    },
  ],
});
