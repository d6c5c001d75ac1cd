import { Type } from '@sinclair/typebox';
import { withoutZeros } from '../../canonical/without-zeros.ts';
import { setting } from '../../framework/setting.ts';
import { cdi } from '../../operands/cdi/cdi.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { mapOf } from '../../shapes/map-of.ts';

const level = (component: string) =>
  Type.Optional(Type.Integer({ minimum: 0, description: `Verbosity of ${component}.` }));

/** How much the components log. */
export const logVerbosityConfig = setting({
  path: 'logVerbosityConfig',
  summary: 'How much the components log: the higher, the more; their own defaults when left out.',
  schema: Type.Object({
    kubevirt: Type.Optional(
      Type.Object(
        {
          virtAPI: level('virt-api'),
          virtController: level('virt-controller'),
          virtHandler: level('virt-handler'),
          virtLauncher: level('virt-launcher'),
          virtOperator: level('virt-operator'),
          virtSynchronizationController: level('the synchronization controller'),
          nodeVerbosity: Type.Optional(
            mapOf(Type.Integer({ minimum: 0 }), {
              description: 'By node: verbosity of all components there.',
            }),
          ),
        },
        { description: 'Verbosity of the components of KubeVirt.' },
      ),
    ),
    cdi: Type.Optional(
      Type.Integer({ format: 'int32', description: 'Verbosity of all components of CDI, usually 1 to 3.' }),
    ),
  }),
  lands: ({ part }) => [
    ...part('kubevirt', ({ set }) => [
      set(kubevirt, 'spec.configuration.developerConfiguration.logVerbosity', withoutZeros),
    ]),
    ...part('cdi', ({ copy }) => [copy(cdi, 'spec.config.logVerbosity')]),
  ],
  examples: [
    {
      title: 'looking for the reason of a failed start',
      spec: { logVerbosityConfig: { kubevirt: { virtLauncher: 8, nodeVerbosity: { node01: 4 } }, cdi: 3 } },
      lands: {
        'KubeVirt.spec.configuration.developerConfiguration.logVerbosity': {
          virtLauncher: 8,
          nodeVerbosity: { node01: 4 },
        },
        'CDI.spec.config.logVerbosity': 3,
      },
    },
  ],
});
