import { Type } from '@sinclair/typebox';
import { unlessEmpty } from '../../canonical/unless-empty.ts';
import { setting } from '../../framework/setting.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { reviewObjectName } from '../../reviews/review-object-name.ts';

/** Storage class for the state that machines keep over restarts, for example that of a virtual TPM. */
export const vmStateStorageClass = setting({
  path: 'vmStateStorageClass',
  summary: 'Storage class for the state that machines keep over restarts, for example that of a virtual TPM.',
  schema: Type.String(),
  review: (name, { facts }) =>
    reviewObjectName('spec.vmStateStorageClass', name, {
      kind: 'storage class',
      existing: facts.storageClasses,
    }),
  lands: ({ set }) => [set(kubevirt, 'spec.configuration.vmStateStorageClass', unlessEmpty)],
  examples: [
    {
      title: 'the state of virtual TPMs is replicated',
      spec: { vmStateStorageClass: 'rook-cephfs' },
      lands: { 'KubeVirt.spec.configuration.vmStateStorageClass': 'rook-cephfs' },
    },
  ],
});
