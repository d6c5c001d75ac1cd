import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { oddValue } from '../../reviews/odd-value.ts';
import { quantity } from '../../shapes/quantity.ts';

/** Head room of running machines. */
export const liveUpdateConfiguration = setting({
  path: 'liveUpdateConfiguration',
  summary: 'How far CPUs and memory of a running machine can grow.',
  schema: Type.Object({
    maxHotplugRatio: Type.Optional(
      Type.Integer({
        format: 'int32',
        description: 'Most CPUs and memory, as a multiple of what the machine starts with; 4 when left out.',
      }),
    ),
    maxCpuSockets: Type.Optional(Type.Integer({ format: 'int32', description: 'Most CPU sockets.' })),
    maxGuest: Type.Optional(quantity({ description: 'Most guest memory.' })),
  }),
  review: (config) =>
    (['maxHotplugRatio', 'maxCpuSockets'] as const).flatMap((leaf) => {
      const value = config[leaf];
      return value === undefined || value >= 0
        ? []
        : [oddValue(`spec.liveUpdateConfiguration.${leaf}`, value, 'is less than none', 'write 1 or more')];
    }),
  lands: ({ set }) => [
    // KubeVirt takes a ratio of 0 for "not said"
    set(kubevirt, 'spec.configuration.liveUpdateConfiguration', ({ maxHotplugRatio, ...limits }) =>
      maxHotplugRatio === undefined || maxHotplugRatio === 0 ? limits : { maxHotplugRatio, ...limits },
    ),
  ],
  examples: [
    {
      title: 'machines grow to eight times their size',
      spec: { liveUpdateConfiguration: { maxHotplugRatio: 8 } },
      lands: { 'KubeVirt.spec.configuration.liveUpdateConfiguration.maxHotplugRatio': 8 },
    },
  ],
});
