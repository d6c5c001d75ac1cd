import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';
import { cdi } from '../../operands/cdi/cdi.ts';

/** Storage class for the temporary disks of imports; the default class when left out. */
export const scratchSpaceStorageClass = setting({
  path: 'scratchSpaceStorageClass',
  summary: 'Storage class for the temporary disks of imports; the default class when left out.',
  schema: Type.String(),
  lands: ({ copy }) => [copy(cdi, 'spec.config.scratchSpaceStorageClass')],
  examples: [
    {
      title: 'imports unpack on fast storage',
      spec: { scratchSpaceStorageClass: 'aStorageClassName' },
      lands: { 'CDI.spec.config.scratchSpaceStorageClass': 'aStorageClassName' },
    },
  ],
});
