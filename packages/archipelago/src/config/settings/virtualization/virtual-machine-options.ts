import { Type } from '@sinclair/typebox';
import { absent, setting } from '../../framework/setting.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';

/** Defaults for features of machines; presence of an empty object is how KubeVirt spells "on". */
export const virtualMachineOptions = setting({
  path: 'virtualMachineOptions',
  summary: 'Features that machines have or lack unless they say otherwise.',
  schema: Type.Object({
    disableFreePageReporting: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Guests do not tell the host which pages they no longer use.',
      }),
    ),
    disableSerialConsoleLog: Type.Optional(
      Type.Boolean({ default: true, description: 'What guests write to the serial console is not logged.' }),
    ),
  }),
  default: {},
  lands: ({ part }) => [
    ...part('disableFreePageReporting', ({ set }) => [
      set(kubevirt, 'spec.configuration.virtualMachineOptions.disableFreePageReporting', (on) =>
        on ? {} : undefined,
      ),
    ]),
    ...part('disableSerialConsoleLog', ({ set }) => [
      set(kubevirt, 'spec.configuration.virtualMachineOptions.disableSerialConsoleLog', (on) =>
        on ? {} : undefined,
      ),
    ]),
  ],
  examples: [
    {
      title: 'left out',
      lands: { 'KubeVirt.spec.configuration.virtualMachineOptions': { disableSerialConsoleLog: {} } },
    },
    {
      title: 'consoles are logged',
      spec: { virtualMachineOptions: { disableFreePageReporting: true, disableSerialConsoleLog: false } },
      lands: {
        'KubeVirt.spec.configuration.virtualMachineOptions.disableFreePageReporting': {},
        'KubeVirt.spec.configuration.virtualMachineOptions.disableSerialConsoleLog': absent,
      },
    },
  ],
});
