import { type JsonObject, labelKeyErrors } from '@archipelago/apimachinery';
import { type Static, Type } from '@sinclair/typebox';
import type { CausedItem } from '../../framework/landing.ts';
import { type FieldFinding, setting } from '../../framework/setting.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { oddValue } from '../../reviews/odd-value.ts';
import { listByKey, listOf } from '../../shapes/list-of.ts';

const device = {
  resourceName: Type.String({ description: 'Name that machines request the device by.' }),
  externalResourceProvider: Type.Optional(
    Type.Boolean({
      description: 'An external device plugin allocates the device; KubeVirt only permits it.',
    }),
  ),
  disabled: Type.Optional(Type.Boolean({ description: 'Keeps the entry without permitting the device.' })),
};

const pci = Type.Object({
  ...device,
  pciDeviceSelector: Type.String({ description: 'vendor:product, as lspci -nn prints it.' }),
});
const mediated = Type.Object({
  ...device,
  mdevNameSelector: Type.String({
    description: 'Type name, as in /sys/class/mdev_bus/$mdevUUID/mdev_type/name.',
  }),
});
const usbSelector = Type.Object({
  vendor: Type.String({ description: 'Vendor in four hex digits.' }),
  product: Type.String({ description: 'Product in four hex digits.' }),
});
const usb = Type.Object({
  ...device,
  selectors: Type.Optional(
    listOf(usbSelector, { description: 'The devices of the set, as lsusb prints them.' }),
  ),
});

const schema = Type.Object({
  pciHostDevices: Type.Optional(
    listByKey('pciDeviceSelector', pci, { description: 'PCI devices, by vendor and product.' }),
  ),
  mediatedDevices: Type.Optional(
    listByKey('mdevNameSelector', mediated, {
      description: 'Mediated devices, such as virtual GPUs, by type.',
    }),
  ),
  usbHostDevices: Type.Optional(
    listByKey('resourceName', usb, { description: 'USB devices, alone or in sets.' }),
  ),
});

interface Entry {
  readonly resourceName: string;
  readonly externalResourceProvider?: boolean;
  readonly disabled?: boolean;
}

/** What is permitted, in KubeVirt's words; each device knows its own entry, whatever is switched off before it. */
function permitted<E extends Entry>(
  project: (entry: E) => JsonObject,
  names: Readonly<Record<string, string>> = {},
): (entries: readonly E[] | undefined) => readonly CausedItem[] {
  return (entries = []) =>
    entries.flatMap((entry, index) => {
      if (entry.disabled === true) return [];
      const cause: CausedItem['cause'] = ([name, ...leaf], ofSetting) =>
        ofSetting(name === undefined ? [index] : [index, names[name] ?? name, ...leaf]);
      return [{ value: project(entry), cause }];
    });
}

function named({ resourceName, externalResourceProvider }: Entry) {
  return { resourceName, ...(externalResourceProvider === true ? { externalResourceProvider } : {}) };
}

const pciDevices = permitted<Static<typeof pci>>(
  (entry) => ({ pciVendorSelector: entry.pciDeviceSelector, ...named(entry) }),
  { pciVendorSelector: 'pciDeviceSelector' },
);
const mediatedDevices = permitted<Static<typeof mediated>>((entry) => ({
  mdevNameSelector: entry.mdevNameSelector,
  ...named(entry),
}));
const usbDevices = permitted<Static<typeof usb>>((entry) => ({
  ...named(entry),
  ...(entry.selectors === undefined ? {} : { selectors: entry.selectors }),
}));

const permittedAt = 'spec.configuration.permittedHostDevices';

/** Host devices that machines may have. */
export const permittedHostDevices = setting({
  path: 'permittedHostDevices',
  summary: 'PCI, mediated and USB devices of the hosts that machines may use.',
  schema,
  review,
  lands: ({ set, part }) => [
    // present, if only empty: nothing else is permitted then
    set(kubevirt, permittedAt, () => ({})),
    ...part('pciHostDevices', ({ items }) => [items(kubevirt, `${permittedAt}.pciHostDevices`, pciDevices)]),
    ...part('mediatedDevices', ({ items }) => [
      items(kubevirt, `${permittedAt}.mediatedDevices`, mediatedDevices),
    ]),
    ...part('usbHostDevices', ({ items }) => [items(kubevirt, `${permittedAt}.usb`, usbDevices)]),
  ],
  examples: [
    {
      title: 'a GPU, and one that is switched off for now',
      spec: {
        permittedHostDevices: {
          pciHostDevices: [
            { pciDeviceSelector: '10DE:1EB8', resourceName: 'nvidia.com/T4', disabled: true },
            { pciDeviceSelector: '10DE:1DB6', resourceName: 'nvidia.com/V100' },
          ],
        },
      },
      lands: {
        'KubeVirt.spec.configuration.permittedHostDevices.pciHostDevices': [
          { pciVendorSelector: '10DE:1DB6', resourceName: 'nvidia.com/V100' },
        ],
      },
    },
    {
      title: 'a vGPU and a USB device',
      spec: {
        permittedHostDevices: {
          mediatedDevices: [{ mdevNameSelector: 'GRID T4-1Q', resourceName: 'nvidia.com/GRID_T4-1Q' }],
          usbHostDevices: [
            { resourceName: 'kubevirt.io/storage', selectors: [{ vendor: '46f4', product: '0001' }] },
          ],
        },
      },
      lands: {
        'KubeVirt.spec.configuration.permittedHostDevices.mediatedDevices': [
          { mdevNameSelector: 'GRID T4-1Q', resourceName: 'nvidia.com/GRID_T4-1Q' },
        ],
        'KubeVirt.spec.configuration.permittedHostDevices.usb': [
          { resourceName: 'kubevirt.io/storage', selectors: [{ vendor: '46f4', product: '0001' }] },
        ],
      },
    },
  ],
});

const root = 'spec.permittedHostDevices';

function review({
  pciHostDevices = [],
  mediatedDevices: mediated = [],
  usbHostDevices = [],
}: Static<typeof schema>): readonly FieldFinding[] {
  return [
    ...pciHostDevices.flatMap((entry, index) => [
      ...resourceNamed(`${root}.pciHostDevices[${index}]`, entry),
      ...hexadecimal(
        `${root}.pciHostDevices[${index}].pciDeviceSelector`,
        entry.pciDeviceSelector,
        /^[0-9a-f]{4}:[0-9a-f]{4}$/i,
        'vendor:product, four hexadecimal digits each, as lspci -nn prints them',
      ),
    ]),
    ...mediated.flatMap((entry, index) => resourceNamed(`${root}.mediatedDevices[${index}]`, entry)),
    ...usbHostDevices.flatMap((entry, index) => [
      ...resourceNamed(`${root}.usbHostDevices[${index}]`, entry),
      ...(entry.selectors ?? []).flatMap((selector, place) =>
        (['vendor', 'product'] as const).flatMap((leaf) =>
          hexadecimal(
            `${root}.usbHostDevices[${index}].selectors[${place}].${leaf}`,
            selector[leaf],
            /^[0-9a-f]{4}$/i,
            'four hexadecimal digits, as lsusb prints them',
          ),
        ),
      ),
    ]),
  ];
}

/** The kubelet takes extended resources only: `domain/name`. */
function resourceNamed(at: string, { resourceName }: Entry): readonly FieldFinding[] {
  if (resourceName.includes('/') && labelKeyErrors(resourceName).length === 0) return [];
  return [
    oddValue(
      `${at}.resourceName`,
      resourceName,
      'is no name of an extended resource, so no node offers it',
      'write domain/name, e.g. nvidia.com/T4',
    ),
  ];
}

function hexadecimal(at: string, value: string, pattern: RegExp, wanted: string): readonly FieldFinding[] {
  return pattern.test(value) ? [] : [oddValue(at, value, 'matches no device', `write ${wanted}`)];
}
