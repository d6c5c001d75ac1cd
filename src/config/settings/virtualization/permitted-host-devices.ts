import { type Static, Type } from '@sinclair/typebox';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { setting } from '../../setting.ts';
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
const usbSelector = Type.Object({ vendor: Type.String(), product: Type.String() });
const usb = Type.Object({
  ...device,
  selectors: Type.Optional(
    listOf(usbSelector, { description: 'The devices of the set, as lsusb prints them.' }),
  ),
});

const schema = Type.Object({
  pciHostDevices: Type.Optional(listByKey('pciDeviceSelector', pci)),
  mediatedDevices: Type.Optional(listByKey('mdevNameSelector', mediated)),
  usbHostDevices: Type.Optional(listByKey('resourceName', usb)),
});

interface Entry {
  readonly resourceName: string;
  readonly externalResourceProvider?: boolean;
  readonly disabled?: boolean;
}

/** Host devices that machines may have. */
export const permittedHostDevices = setting({
  path: 'permittedHostDevices',
  summary: 'PCI, mediated and USB devices of the hosts that machines may use.',
  schema,
  lands: ({ set }) => [set(kubevirt, 'spec.configuration.permittedHostDevices', devices)],
  examples: [
    {
      title: 'a GPU, and one that is switched off for now',
      spec: {
        permittedHostDevices: {
          pciHostDevices: [
            { pciDeviceSelector: '10DE:1DB6', resourceName: 'nvidia.com/V100' },
            { pciDeviceSelector: '10DE:1EB8', resourceName: 'nvidia.com/T4', disabled: true },
          ],
        },
      },
      lands: {
        'KubeVirt.spec.configuration.permittedHostDevices.pciHostDevices': [
          { pciVendorSelector: '10DE:1DB6', resourceName: 'nvidia.com/V100' },
        ],
      },
    },
  ],
});

/** What is permitted, in KubeVirt's words; a list without devices gives no key. */
function devices({ pciHostDevices, mediatedDevices, usbHostDevices }: Static<typeof schema>) {
  const pci = permitted(pciHostDevices).map(pciDevice);
  const mediated = permitted(mediatedDevices).map(mediatedDevice);
  const usb = permitted(usbHostDevices).map(usbDevice);
  return {
    ...(pci.length === 0 ? {} : { pciHostDevices: pci }),
    ...(mediated.length === 0 ? {} : { mediatedDevices: mediated }),
    ...(usb.length === 0 ? {} : { usb }),
  };
}

function permitted<E extends Entry>(entries: readonly E[] | undefined): readonly E[] {
  return (entries ?? []).filter(({ disabled }) => disabled !== true);
}

function named({ resourceName, externalResourceProvider }: Entry) {
  return { resourceName, ...(externalResourceProvider === true ? { externalResourceProvider } : {}) };
}

const pciDevice = (entry: Static<typeof pci>) => ({
  pciVendorSelector: entry.pciDeviceSelector,
  ...named(entry),
});
const mediatedDevice = (entry: Static<typeof mediated>) => ({
  mdevNameSelector: entry.mdevNameSelector,
  ...named(entry),
});
const usbDevice = (entry: Static<typeof usb>) => ({
  ...named(entry),
  ...(entry.selectors === undefined ? {} : { selectors: entry.selectors }),
});
