import type { JsonValue } from '@archipelago/apimachinery';
import type { Observation, Step, Subject, Walkthrough } from './walkthrough.ts';

type Path = Observation['at'];

const is = (of: Subject, at: Path, value: JsonValue): Observation => ({ of, at, expect: { is: value } });
const has = (of: Subject, at: Path, value: JsonValue): Observation => ({ of, at, expect: { has: value } });
const absent = (of: Subject, at: Path): Observation => ({ of, at, expect: { absent: true } });

/** An example of the page, and where it is seen afterwards. */
function example(file: string, ...shows: readonly Observation[]): Step {
  const title = file.replace(/^\d+-/, '').replaceAll('-', ' ');
  return { title, action: { do: 'apply', file: `cluster-configuration/${file}.yaml` }, shows };
}

const run = (title: string, command: string, ...shows: readonly Observation[]): Step => ({
  title,
  action: { do: 'command', run: command },
  shows,
});

const restore = (title: string): Step => ({
  title: `nothing set, before ${title}`,
  action: { do: 'restore' },
});

const annotated = { text: 'hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged annotated' };
const kubevirtGates = 'spec.configuration.developerConfiguration.featureGates';
const required = (value: string): JsonValue => ({
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchExpressions: [{ key: 'nodeType', operator: 'In', values: [value] }] }],
    },
  },
});

const placement: readonly Step[] = [
  example(
    '01-node-placement-by-selector',
    is('kubevirt', 'spec.infra.nodePlacement', { nodeSelector: { nodeType: 'infra' } }),
    is('kubevirt', 'spec.workloads.nodePlacement', { nodeSelector: { nodeType: 'nested-virtualization' } }),
    is('cdi', 'spec.infra', { nodeSelector: { nodeType: 'infra' } }),
    is('cdi', 'spec.workload', { nodeSelector: { nodeType: 'nested-virtualization' } }),
    has('network', 'spec.placementConfiguration.infra', { nodeSelector: { nodeType: 'infra' } }),
  ),
  example(
    '02-node-placement-by-affinity',
    is('kubevirt', 'spec.infra.nodePlacement.affinity', required('infra')),
    has('kubevirt', 'spec.workloads.nodePlacement.affinity', required('nested-virtualization')),
    is(
      'kubevirt',
      'spec.workloads.nodePlacement.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution.0',
      {
        weight: 1,
        preference: { matchExpressions: [{ key: 'my-cloud.io/num-cpus', operator: 'Gt', values: ['8'] }] },
      },
    ),
  ),
  example(
    '03-node-placement-by-toleration',
    is('kubevirt', 'spec.workloads.nodePlacement.tolerations', [
      { key: 'key', operator: 'Equal', value: 'kubevirt', effect: 'NoSchedule' },
    ]),
  ),
];

const machine: readonly Step[] = [
  {
    title: 'a machine with a reserved disk',
    action: { do: 'apply', file: 'cluster-configuration/04-persistent-reservation-machine.yaml' },
    shows: [has('machine', 'spec.domain.devices.disks.0', { name: 'mypvcdisk' })],
  },
];

const settings: readonly Step[] = [
  example(
    '05-feature-gates',
    has('network', 'spec', { kubeSecondaryDNS: {} }),
    has('aaq', 'metadata', { name: 'aaq-kubevirt-hyperconverged' }),
  ),
  example(
    '06-live-migration',
    is('kubevirt', 'spec.configuration.migrations', {
      completionTimeoutPerGiB: 800,
      network: 'migration-network',
      parallelMigrationsPerCluster: 5,
      parallelOutboundMigrationsPerNode: 2,
      progressTimeout: 150,
      allowAutoConverge: false,
      allowPostCopy: false,
    }),
    absent('aaq', 'metadata'),
  ),
  example(
    '07-mediated-devices',
    is('kubevirt', 'spec.configuration.mediatedDevicesConfiguration', {
      mediatedDeviceTypes: ['nvidia-222', 'nvidia-228', 'i915-GVTg_V5_4'],
    }),
  ),
  example(
    '08-mediated-devices-per-node',
    is('kubevirt', 'spec.configuration.mediatedDevicesConfiguration', {
      mediatedDeviceTypes: ['nvidia-222', 'nvidia-228', 'i915-GVTg_V5_4'],
      nodeMediatedDeviceTypes: [
        { nodeSelector: { someLabel1: '' }, mediatedDeviceTypes: ['nvidia-222'] },
        { nodeSelector: { 'kubernetes.io/hostname': 'nodeName' }, mediatedDeviceTypes: ['nvidia-228'] },
      ],
    }),
  ),
  example(
    '09-permitted-host-devices',
    is('kubevirt', 'spec.configuration.permittedHostDevices.pciHostDevices', [
      { pciVendorSelector: '10DE:1DB6', resourceName: 'nvidia.com/GV100GL_Tesla_V100' },
      { pciVendorSelector: '10DE:1EB8', resourceName: 'nvidia.com/TU104GL_Tesla_T4' },
    ]),
    is('kubevirt', 'spec.configuration.permittedHostDevices.mediatedDevices', [
      { mdevNameSelector: 'GRID T4-1Q', resourceName: 'nvidia.com/GRID_T4-1Q' },
    ]),
    has('kubevirt', 'spec.configuration.permittedHostDevices.usb.0', {
      resourceName: 'kubevirt.io/peripherals',
      selectors: [
        { vendor: '045e', product: '07a5' },
        { vendor: '062a', product: '4102' },
        { vendor: '072f', product: 'b100' },
      ],
    }),
    has('kubevirt', 'spec.configuration.permittedHostDevices.usb.1', {
      resourceName: 'kubevirt.io/storage',
      selectors: [{ vendor: '46f4', product: '0001' }],
    }),
  ),
  example(
    '10-filesystem-overhead',
    is('cdi', 'spec.config.filesystemOverhead', { global: '0.1', storageClass: { nfs: '0' } }),
  ),
  example(
    '11-scratch-space-storage-class',
    is('cdi', 'spec.config.scratchSpaceStorageClass', 'aStorageClassName'),
  ),
  example(
    '12-cpu-allocation-ratio',
    is('kubevirt', 'spec.configuration.developerConfiguration.cpuAllocationRatio', 16),
  ),
  example(
    '13-storage-workloads',
    is('cdi', 'spec.config.podResourceRequirements', {
      limits: { cpu: '500m', memory: '2Gi' },
      requests: { cpu: '250m', memory: '1Gi' },
    }),
  ),
  example(
    '14-certificate-rotation',
    is('kubevirt', 'spec.certificateRotateStrategy.selfSigned', {
      ca: { duration: '48h0m0s', renewBefore: '24h0m0s' },
      server: { duration: '24h0m0s', renewBefore: '12h0m0s' },
    }),
    is('cdi', 'spec.certConfig.server.renewBefore', '12h0m0s'),
    is('network', 'spec.selfSignConfiguration.caRotateInterval', '48h0m0s'),
  ),
  example(
    '15-obsolete-cpus',
    is('kubevirt', 'spec.configuration.minCPUModel', 'Penryn'),
    has('kubevirt', 'spec.configuration.obsoleteCPUModels', { '486': true, pentiumpro: true, kvm32: true }),
  ),
  example('16-default-cpu-model', is('kubevirt', 'spec.configuration.cpuModel', 'EPYC')),
  example(
    '17-default-runtime-class',
    is('kubevirt', 'spec.configuration.defaultRuntimeClass', 'myCustomRuntimeClass'),
  ),
  example('18-common-templates-namespace', is('hyperconverged', 'spec.commonTemplatesNamespace', 'kubevirt')),
  example('19-tekton-pipelines-namespace', is('hyperconverged', 'spec.tektonPipelinesNamespace', 'kubevirt')),
  example('20-tekton-tasks-namespace', is('hyperconverged', 'spec.tektonTasksNamespace', 'kubevirt')),
  example(
    '21-workload-update-strategy',
    is('kubevirt', 'spec.workloadUpdateStrategy.workloadUpdateMethods', ['LiveMigrate', 'Evict']),
    is('kubevirt', 'spec.workloadUpdateStrategy.batchEvictionSize', 10),
  ),
  example(
    '22-insecure-registries',
    is('cdi', 'spec.config.insecureRegistries', [
      'private-registry-example-1:5000',
      'private-registry-example-2:5000',
    ]),
  ),
  example(
    '23-secondary-dns-name-server',
    is('hyperconverged', 'spec.kubeSecondaryDNSNameServerIP', '127.0.0.1'),
  ),
  example(
    '24-network-binding',
    has('kubevirt', 'spec.configuration.network.binding', {
      'custom-binding1': { sidecarImage: 'quay.io/custom-binding1-image' },
      'custom-binding2': {
        sidecarImage: 'quay.io/custom-binding2-image',
        networkAttachmentDefinition: 'customBinding2Nad',
      },
    }),
  ),
  example(
    '25-disabled-common-image',
    has('hyperconverged', 'spec.dataImportCronTemplates.0.metadata', { name: 'fedora-image-cron' }),
  ),
  example(
    '26-modified-common-image',
    is('hyperconverged', 'spec.dataImportCronTemplates.0.spec.template.spec.storage', {
      resources: { requests: { storage: '10Gi' } },
      storageClassName: 'some-non-default-storage-class',
    }),
  ),
  example(
    '27-common-boot-image-namespace',
    is('hyperconverged', 'spec.commonBootImageNamespace', 'custom-namespace-name'),
  ),
  example(
    '28-custom-images',
    is('hyperconverged', 'spec.dataImportCronTemplates.0.spec.retentionPolicy', 'All'),
    is('hyperconverged', 'spec.dataImportCronTemplates.1.spec.retentionPolicy', 'None'),
  ),
  example(
    '29-kubevirt-log-verbosity',
    is('kubevirt', 'spec.configuration.developerConfiguration.logVerbosity', {
      virtLauncher: 8,
      virtHandler: 4,
      virtController: 1,
      nodeVerbosity: { node01: 4, node02: 3 },
    }),
  ),
  example('30-cdi-log-verbosity', is('cdi', 'spec.config.logVerbosity', 3)),
  example(
    '31-eviction-strategy',
    is('kubevirt', 'spec.configuration.evictionStrategy', 'LiveMigrateIfPossible'),
  ),
  example(
    '32-vm-state-storage-class',
    is('kubevirt', 'spec.configuration.vmStateStorageClass', 'rook-cephfs'),
  ),
  example(
    '33-auto-cpu-limit',
    is('kubevirt', 'spec.configuration.autoCPULimitNamespaceLabelSelector', {
      matchLabels: { autocpulimit: 'true' },
    }),
  ),
  example(
    '34-virtual-machine-options',
    is('kubevirt', 'spec.configuration.virtualMachineOptions', { disableSerialConsoleLog: {} }),
  ),
  example(
    '35-ksm-by-hostname',
    is('kubevirt', 'spec.configuration.ksmConfiguration.nodeLabelSelector', {
      matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: ['node01', 'node03'] }],
    }),
  ),
  example(
    '36-ksm-by-labels',
    is('kubevirt', 'spec.configuration.ksmConfiguration.nodeLabelSelector', {
      matchLabels: { 'kubevirt.io/first-label': 'true', 'kubevirt.io/second-label': 'true' },
    }),
  ),
  example(
    '37-ksm-everywhere',
    is('kubevirt', 'spec.configuration.ksmConfiguration', { nodeLabelSelector: {} }),
  ),
  example(
    '38-application-aware-quota',
    is('aaq', 'spec.configuration', {
      vmiCalculatorConfiguration: { configName: 'VmiPodUsage' },
      allowApplicationAwareClusterResourceQuota: true,
    }),
    is('aaq', 'spec.namespaceSelector', { matchLabels: { 'some-label': 'some value' } }),
  ),
  example('39-application-aware-quota-everywhere', is('aaq', 'spec.namespaceSelector', {})),
  example(
    '40-memory-overcommit',
    is('kubevirt', 'spec.configuration.developerConfiguration.memoryOvercommit', 150),
  ),
];

const postCopyCommand = (
  value: boolean,
): string => `kubectl annotate --overwrite -n kubevirt-hyperconverged hco kubevirt-hyperconverged \\
kubevirt.kubevirt.io/jsonpatch='[{"op": "add", \\
"path": "/spec/configuration/migrations", \\
"value": {"allowPostCopy": ${value}} }]'`;

const readPostCopy = `kubectl get kubevirt -n kubevirt-hyperconverged kubevirt-kubevirt-hyperconverged -o json \\
| jq '.spec.configuration.migrations.allowPostCopy'`;

const annotations: readonly Step[] = [
  example('41-open-vswitch', is('network', 'spec.ovs', {})),
  restore('the annotation at run time'),
  {
    ...run(
      'enable Open vSwitch at run time',
      'kubectl annotate HyperConverged kubevirt-hyperconverged -n kubevirt-hyperconverged deployOVS=true --overwrite',
      is('network', 'spec.ovs', {}),
    ),
    prints: annotated,
  },
  example(
    '42-patch-post-copy',
    is('kubevirt', 'spec.configuration.migrations.allowPostCopy', true),
    has('hyperconverged', 'status.conditions', {
      type: 'TaintedConfiguration',
      status: 'True',
      reason: 'UnsupportedFeatureAnnotation',
    }),
  ),
  restore('the patch from the command line'),
  { title: 'patch post-copy on', action: { do: 'command', run: postCopyCommand(true) }, prints: annotated },
  { title: 'read post-copy, on', action: { do: 'command', run: readPostCopy }, prints: { json: true } },
  { title: 'patch post-copy off', action: { do: 'command', run: postCopyCommand(false) }, prints: annotated },
  { title: 'read post-copy, off', action: { do: 'command', run: readPostCopy }, prints: { json: false } },
  {
    title: 'the configuration is tainted',
    action: {
      do: 'command',
      run: `kubectl get hco -n kubevirt-hyperconverged kubevirt-hyperconverged -o json \\
| jq '.status.conditions[] | select(.type == "TaintedConfiguration")'`,
    },
    prints: {
      json: {
        message: 'Unsupported feature was activated via an HCO annotation',
        reason: 'UnsupportedFeatureAnnotation',
        status: 'True',
        type: 'TaintedConfiguration',
      },
    },
  },
  example('43-patch-feature-gate', has('kubevirt', kubevirtGates, 'CPUManager')),
  example(
    '44-patch-virt-handler',
    is('kubevirt', 'spec.customizeComponents.patches', [
      {
        patch:
          '[{"op":"add","path":"/spec/template/spec/containers/0/command/-","value":"--max-devices=250"}]',
        resourceName: 'virt-handler',
        resourceType: 'Daemonset',
        type: 'json',
      },
    ]),
  ),
  example('45-patch-upload-proxy', is('cdi', 'spec.config.uploadProxyURLOverride', 'myproxy.example.com')),
  restore('the TLS profile of one component'),
  run(
    'an old TLS profile for CDI',
    `kubectl annotate --overwrite -n kubevirt-hyperconverged hco kubevirt-hyperconverged 'containerizeddataimporter.kubevirt.io/jsonpatch=[{"op": "replace", "path": "/spec/config/tlsSecurityProfile", "value": {"old":{}, "type": "Old", "intermediate": null, "modern": null, "custom": null }}]'`,
    is('cdi', 'spec.config.tlsSecurityProfile', { old: {}, type: 'Old' }),
  ),
  run(
    'an old TLS profile for the network add-ons',
    `kubectl annotate --overwrite -n kubevirt-hyperconverged hco kubevirt-hyperconverged 'networkaddonsconfigs.kubevirt.io/jsonpatch=[{"op": "replace","path": "/spec/tlsSecurityProfile", "value": {"old":{}, "type": "Old", "intermediate": null, "modern": null, "custom": null }}]'`,
    is('network', 'spec.tlsSecurityProfile', { old: {}, type: 'Old' }),
  ),
  run(
    'an old TLS profile for KubeVirt',
    `kubectl annotate --overwrite -n kubevirt-hyperconverged hco kubevirt-hyperconverged 'kubevirt.kubevirt.io/jsonpatch=[{"op": "replace","path": "/spec/configuration/tlsConfiguration", "value": {"ciphers": ["TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256", "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA", "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA", "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA", "TLS_RSA_WITH_AES_128_GCM_SHA256", "TLS_RSA_WITH_AES_256_GCM_SHA384", "TLS_RSA_WITH_AES_128_CBC_SHA256", "TLS_RSA_WITH_AES_128_CBC_SHA", "TLS_RSA_WITH_AES_256_CBC_SHA", "TLS_RSA_WITH_3DES_EDE_CBC_SHA"], "minTLSVersion": "VersionTLS10" }}]'`,
    is('kubevirt', 'spec.configuration.tlsConfiguration.minTLSVersion', 'VersionTLS10'),
    has('kubevirt', 'spec.configuration.tlsConfiguration.ciphers', 'TLS_RSA_WITH_3DES_EDE_CBC_SHA'),
  ),
  restore('leaving KubeMacPool out'),
  run(
    'no KubeMacPool',
    `kubectl annotate --overwrite -n kubevirt-hyperconverged hco kubevirt-hyperconverged 'networkaddonsconfigs.kubevirt.io/jsonpatch=[{"op": "replace","path": "/spec/kubeMacPool","value": null}]'`,
    absent('network', 'spec.kubeMacPool'),
  ),
];

/** Fields of an operand's spec that `explain` has to list, with the types it shows. */
const explain = (command: string, kind: string, fields: Readonly<Record<string, string>>): Step => ({
  title: command,
  action: { do: 'command', run: command },
  prints: { kind, fields },
});

const explanations: readonly Step[] = [
  explain('kubectl explain kv.spec', 'KubeVirt', {
    certificateRotateStrategy: 'Object',
    configuration: 'Object',
    customizeComponents: 'Object',
    imagePullPolicy: 'string',
    imageRegistry: 'string',
  }),
  explain('kubectl explain kv.spec.configuration.network', 'KubeVirt', {
    defaultNetworkInterface: 'string',
    permitBridgeInterfaceOnPodNetwork: 'boolean',
    permitSlirpInterface: 'boolean',
  }),
  explain('kubectl explain cdi.spec', 'CDI', { config: 'Object', infra: 'Object', workload: 'Object' }),
  explain('kubectl explain networkaddonsconfig.spec', 'NetworkAddonsConfig', {
    kubeMacPool: 'Object',
    multus: 'Object',
    placementConfiguration: 'Object',
  }),
  explain('kubectl explain ssp.spec', 'SSP', { commonTemplates: 'Object', templateValidator: 'Object' }),
];

const limiter = (component: string): string =>
  `spec.configuration.${component}.restClient.rateLimiter.tokenBucketRateLimiter`;

const tuning: readonly Step[] = [
  example(
    '46-tuning-policy',
    is('kubevirt', limiter('apiConfiguration'), { qps: 100, burst: 200 }),
    is('kubevirt', limiter('handlerConfiguration'), { qps: 100, burst: 200 }),
  ),
  restore('the tuning policy from the command line'),
  {
    ...run(
      'rate limits as an annotation',
      `kubectl annotate -n kubevirt-hyperconverged hco kubevirt-hyperconverged hco.kubevirt.io/tuningPolicy='{"qps":100,"burst":200}'`,
      absent('kubevirt', 'spec.configuration.apiConfiguration'),
    ),
    prints: annotated,
  },
  run(
    'the annotation policy',
    `kubectl patch -n kubevirt-hyperconverged hco kubevirt-hyperconverged --type=json -p='[{"op": "add", "path": "/spec/tuningPolicy", "value": "annotation"}]'`,
    is('kubevirt', limiter('webhookConfiguration'), { qps: 100, burst: 200 }),
  ),
  // As the guide has to be read (docs/compatibility/README.md#how-the-documents-are-read): the annotation is
  // removed between the two policies.
  restore('the policy for many machines'),
  run(
    'the policy for many machines',
    `kubectl patch -n kubevirt-hyperconverged hco kubevirt-hyperconverged --type=json -p='[{"op": "add", "path": "/spec/tuningPolicy", "value": "highBurst"}]'`,
    is('kubevirt', limiter('controllerConfiguration'), { qps: 200, burst: 400 }),
  ),
];

const descheduler: readonly Step[] = [
  {
    title: 'the descheduler evicts in the background',
    action: {
      do: 'apply',
      file: 'cluster-configuration/47-kube-descheduler.yaml',
      first: ['descheduler.namespace.yaml', 'kube-deschedulers.crd.yaml'],
    },
    shows: [is('descheduler', 'spec.profileCustomizations.devEnableEvictionsInBackground', true)],
  },
];

/** The page on cluster configuration. */
export const clusterConfiguration: Walkthrough = {
  document: 'cluster-configuration',
  platform: 'kubernetes',
  steps: [...placement, ...machine, ...settings, ...annotations, ...explanations, ...tuning, ...descheduler],
};

const status = (index: number): string => `status.dataImportCronTemplates.${index}`;
const template = (index: number): string => `spec.commonTemplates.dataImportCronTemplates.${index}`;

/** The examples of the same page whose effect only shows where there is an SSP. */
export const clusterConfigurationOnOpenshift: Walkthrough = {
  document: 'cluster-configuration',
  platform: 'openshift',
  steps: [
    example('18-common-templates-namespace', is('ssp', 'spec.commonTemplates.namespace', 'kubevirt')),
    example(
      '25-disabled-common-image',
      is('ssp', `${template(1)}.metadata.name`, 'centos-stream9-image-cron'),
      absent('ssp', template(2)),
    ),
    example(
      '26-modified-common-image',
      has('hyperconverged', status(3), { metadata: { name: 'kubevirt-hyperconverged' } }),
      is(
        'ssp',
        `${template(3)}.spec.template.spec.storage.storageClassName`,
        'some-non-default-storage-class',
      ),
    ),
    example(
      '27-common-boot-image-namespace',
      is('ssp', `${template(0)}.metadata.namespace`, 'custom-namespace-name'),
      is('hyperconverged', `${status(0)}.metadata.namespace`, 'custom-namespace-name'),
    ),
    example(
      '28-custom-images',
      is('ssp', `${template(2)}.spec.retentionPolicy`, 'All'),
      is('ssp', `${template(3)}.spec.retentionPolicy`, 'None'),
    ),
  ],
};
