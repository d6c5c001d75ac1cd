import { Type } from '@sinclair/typebox';
import { unlessEmpty } from '../../canonical/unless-empty.ts';
import { setting } from '../../framework/setting.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { setOf } from '../../shapes/list-of.ts';

/** CPU models that nodes do not offer. */
export const obsoleteCPUs = setting({
  path: 'obsoleteCPUs',
  summary:
    'CPU models that nodes do not offer, besides the ones that are always obsolete, and the least model.',
  schema: Type.Object({
    cpuModels: Type.Optional(
      setOf(Type.String(), { description: 'Further models that nodes do not offer.' }),
    ),
    minCPUModel: Type.Optional(
      Type.String({ description: 'Features of this model are taken for granted; Penryn when left out.' }),
    ),
  }),
  lands: ({ part }) => [
    ...part('cpuModels', ({ set }) => [
      set(kubevirt, 'spec.configuration.obsoleteCPUModels', (models) =>
        Object.fromEntries(models.map((model) => [model, true])),
      ),
    ]),
    ...part('minCPUModel', ({ set }) => [set(kubevirt, 'spec.configuration.minCPUModel', unlessEmpty)]),
  ],
  examples: [
    {
      title: 'one more model is obsolete',
      spec: { obsoleteCPUs: { cpuModels: ['EPYC'], minCPUModel: 'Haswell' } },
      lands: {
        'KubeVirt.spec.configuration.obsoleteCPUModels.EPYC': true,
        'KubeVirt.spec.configuration.obsoleteCPUModels.pentium': true,
        'KubeVirt.spec.configuration.minCPUModel': 'Haswell',
      },
    },
  ],
});
