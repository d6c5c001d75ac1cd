import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';
import { kubevirtFeatureGates, opensGate } from './kubevirt-feature-gates.ts';

/** Lets machines reserve a LUN with SCSI persistent reservations; virt-handler is redeployed with a helper. */
export const persistentReservation = setting({
  path: 'featureGates.persistentReservation',
  summary:
    'Lets machines reserve a LUN with SCSI persistent reservations; virt-handler is redeployed with a helper.',
  schema: Type.Boolean(),
  default: false,
  lands: opensGate('PersistentReservation'),
  examples: [
    {
      title: 'a clustered database shares a LUN',
      spec: { featureGates: { persistentReservation: true } },
      lands: { [`KubeVirt.${kubevirtFeatureGates}`]: { contains: 'PersistentReservation' } },
    },
  ],
});
