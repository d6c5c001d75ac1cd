import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';
import { cdi } from '../../operands/cdi/cdi.ts';
import { reviewObjectName } from '../../reviews/review-object-name.ts';

/** Storage class for the temporary disks of imports; the default class when left out. */
export const scratchSpaceStorageClass = setting({
  path: 'scratchSpaceStorageClass',
  summary: 'Storage class for the temporary disks of imports; the default class when left out.',
  schema: Type.String(),
  review: (name, { facts }) =>
    reviewObjectName('spec.scratchSpaceStorageClass', name, {
      kind: 'storage class',
      existing: facts.storageClasses,
    }),
  lands: ({ copy }) => [copy(cdi, 'spec.config.scratchSpaceStorageClass')],
  examples: [
    {
      title: 'imports unpack on fast storage',
      spec: { scratchSpaceStorageClass: 'aStorageClassName' },
      lands: { 'CDI.spec.config.scratchSpaceStorageClass': 'aStorageClassName' },
    },
  ],
});
