import { setting } from '../../framework/setting.ts';
import { cdi } from '../../operands/cdi/cdi.ts';
import { resourceRequirements } from '../../shapes/resource-requirements.ts';

/** What import and upload pods may use. */
export const storageWorkloads = setting({
  path: 'resourceRequirements.storageWorkloads',
  summary: 'Resources of the pods that import, upload and clone disks.',
  schema: resourceRequirements,
  lands: ({ copy }) => [copy(cdi, 'spec.config.podResourceRequirements')],
  examples: [
    {
      title: 'imports stay within half a CPU',
      spec: { resourceRequirements: { storageWorkloads: { limits: { cpu: '500m', memory: '2Gi' } } } },
      lands: { 'CDI.spec.config.podResourceRequirements': { limits: { cpu: '500m', memory: '2Gi' } } },
    },
  ],
});
