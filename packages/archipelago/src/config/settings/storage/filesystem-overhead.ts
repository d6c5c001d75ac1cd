import { Type } from '@sinclair/typebox';
import { fieldBelow } from '../../framework/field-path.ts';
import { setting } from '../../framework/setting.ts';
import { cdi } from '../../operands/cdi/cdi.ts';
import { reviewObjectName } from '../../reviews/review-object-name.ts';
import { mapOf } from '../../shapes/map-of.ts';

const share = (description: string) => Type.String({ pattern: '^(0(?:\\.\\d{1,3})?|1)$', description });

/** How much of a file system volume is left unused. */
export const filesystemOverhead = setting({
  path: 'filesystemOverhead',
  summary:
    'Share of a file system volume that no disk image may fill, as text between "0" and "1"; "0.055" when left out.',
  schema: Type.Object({
    global: Type.Optional(share('For every storage class that has no share of its own.')),
    storageClass: Type.Optional(
      mapOf(share('For this storage class.'), { description: 'By name of the storage class.' }),
    ),
  }),
  review: ({ storageClass = {} }, { facts }) =>
    Object.keys(storageClass).flatMap((name) =>
      reviewObjectName(fieldBelow('spec.filesystemOverhead.storageClass', name), name, {
        kind: 'storage class',
        existing: facts.storageClasses,
      }),
    ),
  lands: ({ copy }) => [copy(cdi, 'spec.config.filesystemOverhead')],
  examples: [
    {
      title: 'NFS needs no padding, everything else a tenth',
      spec: { filesystemOverhead: { global: '0.1', storageClass: { nfs: '0' } } },
      lands: { 'CDI.spec.config.filesystemOverhead': { global: '0.1', storageClass: { nfs: '0' } } },
    },
  ],
});
