/** What KubeVirt's node labeller finds on a machine of an architecture. */
interface MachineTraits {
  /** CPU models that it can give to virtual machines; on arm64 there are none, the host's is passed through. */
  readonly models: readonly string[];
  readonly features: readonly string[];
  readonly hostModel: string | undefined;
  readonly vendor: string | undefined;
  readonly machineTypes: readonly string[];
  /** Labels that only this architecture has. */
  readonly others: Readonly<Record<string, string>>;
}

const bare: MachineTraits = {
  models: [],
  features: [],
  hostModel: undefined,
  vendor: undefined,
  machineTypes: [],
  others: {},
};

const traits: Readonly<Record<string, MachineTraits>> = {
  amd64: {
    models: ['Nehalem', 'Westmere', 'SandyBridge', 'Haswell', 'Broadwell', 'Skylake-Server'],
    features: ['aes', 'avx2', 'avx512f', 'pcid', 'ssbd', 'vmx'],
    hostModel: 'Skylake-Server',
    vendor: 'Intel',
    machineTypes: ['q35', 'pc-q35-rhel9.6.0'],
    others: {
      'cpu-timer.node.kubevirt.io/tsc-frequency': '2500000000',
      'cpu-timer.node.kubevirt.io/tsc-scalable': 'true',
      'hyperv.node.kubevirt.io/synic': 'true',
      'hyperv.node.kubevirt.io/vpindex': 'true',
    },
  },
  arm64: { ...bare, machineTypes: ['virt', 'virt-rhel9.6.0'] },
  s390x: {
    ...bare,
    models: ['z14-base', 'z15a-base', 'gen16a-base'],
    features: ['aen', 'msa5', 'vx'],
    hostModel: 'gen16a-base',
    vendor: 'IBM',
    machineTypes: ['s390-ccw-virtio', 's390-ccw-virtio-rhel9.6.0'],
  },
  ppc64le: { ...bare, machineTypes: ['pseries'] },
};

/** Labels that the node labeller of virt-handler gives to a node of an architecture. */
export function nodeLabels(architecture: string): Readonly<Record<string, string>> {
  const found = traits[architecture] ?? bare;
  const { models, features, hostModel, vendor, machineTypes, others } = found;
  return {
    ...labelled('cpu-model.node.kubevirt.io', models),
    ...labelled('cpu-model-migration.node.kubevirt.io', models),
    ...labelled('cpu-feature.node.kubevirt.io', features),
    ...(hostModel === undefined
      ? {}
      : {
          ...labelled('host-model-cpu.node.kubevirt.io', [hostModel]),
          ...labelled('host-model-required-features.node.kubevirt.io', features.slice(0, 1)),
        }),
    ...(vendor === undefined ? {} : labelled('cpu-vendor.node.kubevirt.io', [vendor])),
    ...labelled('machine-type.node.kubevirt.io', machineTypes),
    ...others,
  };
}

function labelled(prefix: string, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [`${prefix}/${name}`, 'true']));
}
