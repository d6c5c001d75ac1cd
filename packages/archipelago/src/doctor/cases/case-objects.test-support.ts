import type { JsonObject } from '@archipelago/apimachinery';
import { hyperConverged, object, storageClass, worker } from '../healthy-cluster.test-support.ts';

export const old = '2020-01-01T00:00:00Z';
const hpp = 'kubevirt.io.hostpath-provisioner';
export const condition = (type: string, status: string, rest: JsonObject = {}) => ({
  conditions: [{ type, status, ...rest }],
});
export const workloads = (placement: JsonObject, spec: JsonObject = {}) =>
  hyperConverged({
    featureGates: { enableMultiArchBootImageImport: true },
    workloads: { nodePlacement: placement },
    ...spec,
  });
export const infra = (placement: JsonObject) =>
  hyperConverged({
    featureGates: { enableMultiArchBootImageImport: true },
    infra: { nodePlacement: placement },
  });
export const taint = { key: 'vm', value: 'only', effect: 'NoSchedule' };
export const subscription = (config: JsonObject, status: JsonObject = {}) =>
  object('operators.coreos.com/v1alpha1', 'Subscription', 'hco', {
    namespace: 'kubevirt-hyperconverged',
    spec: { config },
    status: { installedCSV: 'hco.v1', ...status },
  });
export const controlPlaneOnly = {
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [
        { matchExpressions: [{ key: 'node-role.kubernetes.io/control-plane', operator: 'Exists' }] },
      ],
    },
  },
};
const anywhere = [{ operator: 'Exists' }];
export const version = (
  templates: Readonly<Record<string, JsonObject>>,
  architectures = ['amd64', 'arm64'],
  status: JsonObject = { phase: 'Succeeded' },
) =>
  object('operators.coreos.com/v1alpha1', 'ClusterServiceVersion', 'hco.v1', {
    labels: Object.fromEntries(architectures.map((one) => [`operatorframework.io/arch.${one}`, 'supported'])),
    spec: {
      install: {
        spec: {
          deployments: Object.entries(templates).map(([name, spec]) => ({
            name,
            spec: { template: { spec } },
          })),
        },
      },
    },
    status,
  });
export const virtOperator = version({
  'virt-operator': { affinity: controlPlaneOnly, tolerations: anywhere },
});
export const attachment = (
  config: JsonObject | string,
  namespace = 'kubevirt-hyperconverged',
  name = 'mig',
) =>
  object('k8s.cni.cncf.io/v1', 'NetworkAttachmentDefinition', name, {
    namespace,
    spec: { config: typeof config === 'string' ? config : JSON.stringify(config) },
  });
export const migrating = hyperConverged({
  featureGates: { enableMultiArchBootImageImport: true },
  liveMigrationConfig: { network: 'mig' },
});
export const whereabouts = (range: string) => ({ type: 'macvlan', ipam: { type: 'whereabouts', range } });
export const machine = (spec: JsonObject, rest: JsonObject = {}) =>
  object('kubevirt.io/v1', 'VirtualMachine', 'vm', {
    namespace: 'app',
    spec: { template: { spec }, ...rest },
  });
export const instance = (
  nodeName: string,
  conditions: readonly JsonObject[] = [],
  spec: JsonObject = {},
  guestOSInfo: JsonObject = {},
) =>
  object('kubevirt.io/v1', 'VirtualMachineInstance', 'vm', {
    namespace: 'app',
    spec,
    status: { phase: 'Running', nodeName, conditions, guestOSInfo },
  });
export const density = (percent: number) =>
  hyperConverged({
    featureGates: { enableMultiArchBootImageImport: true },
    higherWorkloadDensity: { memoryOvercommitPercentage: percent },
  });
export const swapped = (swap: number) =>
  ['w0', 'w1', 'a0', 'a1'].map((name) =>
    worker(name, { swap, architecture: name.startsWith('a') ? 'arm64' : 'amd64' }),
  );
export const half = 32 * 1024 ** 3;
export const policy = (name: string, spec: JsonObject, status: JsonObject) =>
  object('nmstate.io/v1', 'NodeNetworkConfigurationPolicy', name, { spec, status });
export const provisioner = (spec: JsonObject, status: JsonObject = {}) =>
  object('hostpathprovisioner.kubevirt.io/v1beta1', 'HostPathProvisioner', 'hostpath-provisioner', {
    spec,
    status,
  });
export const hostClass = (parts: Parameters<typeof storageClass>[1] = {}) =>
  storageClass('hpp', { provisioner: hpp, parameters: { storagePool: 'local' }, ...parts });
export const cron = (conditions: readonly JsonObject[]) =>
  object('cdi.kubevirt.io/v1beta1', 'DataImportCron', 'fedora', {
    namespace: 'images',
    status: { conditions },
  });
export const descheduler = (spec: JsonObject) =>
  object('operator.openshift.io/v1', 'KubeDescheduler', 'cluster', { namespace: 'descheduler', spec });
export const templated = (annotations: JsonObject) =>
  hyperConverged(
    { featureGates: { enableMultiArchBootImageImport: true } },
    { dataImportCronTemplates: [{ metadata: { name: 'fedora', annotations } }] },
  );
export const others = (isSet: boolean) =>
  hyperConverged({ featureGates: { enableMultiArchBootImageImport: isSet } });

export const handler = (node: string, networks?: JsonObject, rest: JsonObject = {}) =>
  object('v1', 'Pod', `virt-handler-${node}`, {
    namespace: 'kubevirt-hyperconverged',
    labels: { 'kubevirt.io': 'virt-handler' },
    annotations:
      networks === undefined ? {} : { 'k8s.v1.cni.cncf.io/network-status': JSON.stringify([networks]) },
    spec: { nodeName: node },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
    ...rest,
  });
export const kubeVirt = (configuration: JsonObject, rest: JsonObject = {}) =>
  object('kubevirt.io/v1', 'KubeVirt', 'kubevirt', {
    namespace: 'kubevirt-hyperconverged',
    spec: { configuration },
    ...rest,
  });
/** A machine of a name, with `spec.template.spec`. */
export const named = (name: string, spec: JsonObject, rest: JsonObject = {}) =>
  object('kubevirt.io/v1', 'VirtualMachine', name, {
    namespace: 'app',
    spec: { template: { spec, metadata: { labels: { app: name } } }, ...rest },
  });
const certificates = {
  old: 'MIIBDjCBtAIBATAKBggqhkjOPQQDAjATMREwDwYDVQQDDAhrdWJldmlydDAeFw0yMDAxMDEwMDAwMDBaFw0yMDAxMDMwMDAwMDBaMBMxETAPBgNVBAMMCGt1YmV2aXJ0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE6GMUSnP3KISTEhu4JWCtmuFzm4F+3/3XJLXtWlWVwPFqStI+PhGu6r3E5N5k3jtl8cfq/Y0847qdRYZZjhZDqzAKBggqhkjOPQQDAgNJADBGAiEAgNvlERNy3GpjEz9EploEmeJSUExC0WOnTI3W6vRfiSYCIQDYtY8qNDYbSBj3bW3+ohDfOSS4AFyUrCLg5VU42KugkQ==',
  long: 'MIIBDzCBtgIBAjAKBggqhkjOPQQDAjATMREwDwYDVQQDDAhrdWJldmlydDAgFw0yNjExMDEwMDAwMDBaGA8yMTI2MTEwMTAwMDAwMFowEzERMA8GA1UEAwwIa3ViZXZpcnQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAToYxRKc/cohJMSG7glYK2a4XObgX7f/dckte1aVZXA8WpK0j4+Ea7qvcTk3mTeO2Xxx+r9jTzjup1FhlmOFkOrMAoGCCqGSM49BAMCA0gAMEUCIQD2ND3VkW6OXz5Jz7FBCD2tc6sjHPuZDD/Dx1aE1TXCBAIgLPktx9lRLBvGeNGJ5WyYZLxM0hjTntymEyBplBh7DoI=',
  short:
    'MIIBDjCBtAIBAzAKBggqhkjOPQQDAjATMREwDwYDVQQDDAhrdWJldmlydDAeFw0yNjExMjIwMDAwMDBaFw0yNjExMjMxODAwMDBaMBMxETAPBgNVBAMMCGt1YmV2aXJ0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE6GMUSnP3KISTEhu4JWCtmuFzm4F+3/3XJLXtWlWVwPFqStI+PhGu6r3E5N5k3jtl8cfq/Y0847qdRYZZjhZDqzAKBggqhkjOPQQDAgNJADBGAiEA3ZzDvrV2x/lAZilKOyuiFrjKmNgwqrOJpSc08I7zt8cCIQC1Fn2M2INsFkwc81VCtB+uWHdIDXTr2xXf6rx8k37RdQ==',
} as const;
/** Certificates of an authority in a ConfigMap: expired, valid for a hundred years, and for six hours more. */
export const authority = (...ages: readonly (keyof typeof certificates)[]) =>
  object('v1', 'ConfigMap', 'kubevirt-ca', {
    namespace: 'kubevirt-hyperconverged',
    data: {
      'ca-bundle': ages
        .map((age) => `-----BEGIN CERTIFICATE-----\n${certificates[age]}\n-----END CERTIFICATE-----`)
        .join('\n'),
    },
  });
export const apiService = (status: string, lastTransitionTime: string, why: JsonObject = {}) =>
  object('apiregistration.k8s.io/v1', 'APIService', 'v1.subresources.kubevirt.io', {
    spec: {
      group: 'subresources.kubevirt.io',
      service: { namespace: 'kubevirt-hyperconverged', name: 'virt-api' },
    },
    status: condition('Available', status, { lastTransitionTime, ...why }),
  });
export const webhooks = (failurePolicy: string) =>
  ['Validating', 'Mutating'].map((kind) =>
    object('admissionregistration.k8s.io/v1', `${kind}WebhookConfiguration`, 'virt-api', {
      webhooks: [
        {
          name: `${kind.toLowerCase()}.kubevirt.io`,
          failurePolicy,
          clientConfig: { service: { namespace: 'kubevirt-hyperconverged', name: 'virt-api' } },
        },
      ],
    }),
  );
export const endpoints = (ready: boolean, annotations: JsonObject = {}) =>
  object('discovery.k8s.io/v1', 'EndpointSlice', 'virt-api-x', {
    namespace: 'kubevirt-hyperconverged',
    labels: { 'kubernetes.io/service-name': 'virt-api' },
    annotations,
    endpoints: [{ addresses: ['10.0.0.1'], conditions: { ready } }],
  });
export const nodeState = (node: string, ...names: readonly string[]) =>
  object('nmstate.io/v1beta1', 'NodeNetworkState', node, {
    status: { currentState: { interfaces: names.map((name) => ({ name })) } },
  });
export const pool = (parts: JsonObject = {}, status?: JsonObject) =>
  object('metallb.io/v1beta1', 'IPAddressPool', 'lan', { namespace: 'metallb', spec: parts, status });
export const advertisement = (spec: JsonObject, namespace = 'metallb') =>
  object('metallb.io/v1beta1', 'L2Advertisement', 'l2', { namespace, spec });
export const loadBalancer = (spec: JsonObject = {}, ip?: string) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web', namespace: 'app', creationTimestamp: old },
  spec: { type: 'LoadBalancer', selector: { app: 'vm' }, ...spec },
  status: { loadBalancer: { ...(ip === undefined ? {} : { ingress: [{ ip }] }) } },
});
export const wasp = (namespace: string, spec: JsonObject = {}) =>
  object('apps/v1', 'DaemonSet', 'wasp-agent', { namespace, spec: { template: { spec } } });
export const kubelet = (name: string, kubeletConfig: JsonObject) =>
  object('machineconfiguration.openshift.io/v1', 'KubeletConfig', name, {
    spec: { machineConfigPoolSelector: { matchLabels: { pool: 'worker' } }, kubeletConfig },
  });
export const configPool = object('machineconfiguration.openshift.io/v1', 'MachineConfigPool', 'worker', {
  labels: { pool: 'worker' },
  status: { configuration: { name: 'rendered-worker-1' } },
});
export const rendered = (...kernelArguments: readonly string[]) =>
  object('machineconfiguration.openshift.io/v1', 'MachineConfig', 'rendered-worker-1', {
    spec: { kernelArguments },
  });
export const source = (labels: JsonObject) =>
  object('cdi.kubevirt.io/v1beta1', 'DataSource', 'fedora', { namespace: 'images', labels });
/** From the boot image fedora. */
export const fromImage = {
  dataVolumeTemplates: [{ spec: { sourceRef: { kind: 'DataSource', namespace: 'images', name: 'fedora' } } }],
};
/** The volume of the disk `disk`, made by Ceph. */
export const cephVolume = (volumeAttributes: JsonObject) =>
  object('v1', 'PersistentVolume', 'pv', {
    spec: {
      volumeMode: 'Block',
      claimRef: { namespace: 'app', name: 'disk' },
      csi: { driver: 'rook-ceph.rbd.csi.ceph.com', volumeAttributes },
    },
  });
/** A network of SR-IOV devices. */
export const deviceNetwork = object('k8s.cni.cncf.io/v1', 'NetworkAttachmentDefinition', 'fast', {
  namespace: 'app',
  annotations: { 'k8s.v1.cni.cncf.io/resourceName': 'openshift.io/fast' },
  spec: { config: '{"type":"sriov"}' },
});
