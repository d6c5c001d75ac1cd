import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { simulatedAnnotation } from './definitions/declaration/simulated.ts';

const name = 'archipelago-hyperconverged';
const versionName = `${name}.v0.0.0-simulated`;

/** How OLM would have installed the operators of virtualization: Subscription, version and plan. `config` is the Subscription's. */
export function installedOperator(namespace: string, config?: JsonObject): readonly KubernetesObject[] {
  const annotations = { [simulatedAnnotation]: 'true' };
  const type = (kind: string) => ({ apiVersion: 'operators.coreos.com/v1alpha1', kind });
  return [
    {
      ...type('ClusterServiceVersion'),
      metadata: { name: versionName, namespace, annotations, labels: supported },
      spec: {
        displayName: 'Virtualization (simulated)',
        version: '0.0.0-simulated',
        install: { strategy: 'deployment', spec: { deployments: operators.map(deployment) } },
      },
    },
    {
      ...type('InstallPlan'),
      metadata: { name: 'install-simulated', namespace, annotations },
      spec: { approval: 'Automatic', approved: true, clusterServiceVersionNames: [versionName] },
      status: { phase: 'Complete', catalogSources: [] },
    },
    {
      ...type('Subscription'),
      metadata: { name, namespace, annotations },
      spec: {
        name,
        channel: 'stable',
        source: 'simulated',
        sourceNamespace: 'openshift-marketplace',
        ...(config === undefined ? {} : { config }),
      },
      status: {
        installedCSV: versionName,
        currentCSV: versionName,
        state: 'AtLatestKnown',
        conditions: [
          { type: 'CatalogSourcesUnhealthy', status: 'False', reason: 'AllCatalogSourcesHealthy' },
        ],
      },
    },
  ];
}

const supported = Object.fromEntries(
  ['amd64', 'arm64', 'ppc64le', 's390x'].map((arch) => [`operatorframework.io/arch.${arch}`, 'supported']),
);

interface Operator {
  readonly name: string;
  readonly memory: string;
  /** Wants a control plane, unless somebody says otherwise. */
  readonly onControlPlane?: boolean;
}

/** What looks after the operands. The HyperConverged's own operator runs in the process of the sandbox and has no Deployment. */
const operators: readonly Operator[] = [
  { name: 'virt-operator', memory: '450Mi', onControlPlane: true },
  { name: 'cdi-operator', memory: '150Mi' },
  { name: 'cluster-network-addons-operator', memory: '30Mi' },
  { name: 'ssp-operator', memory: '150Mi' },
  { name: 'hostpath-provisioner-operator', memory: '100Mi' },
  { name: 'aaq-operator', memory: '150Mi' },
];

function deployment({ name: operator, memory, onControlPlane = false }: Operator): JsonObject {
  const labels = { name: operator };
  return {
    name: operator,
    spec: {
      replicas: onControlPlane ? 2 : 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          nodeSelector: { 'kubernetes.io/os': 'linux' },
          ...(onControlPlane ? nextToTheApi : {}),
          containers: [
            {
              name: operator,
              image: `simulated/${operator}`,
              resources: { requests: { cpu: '10m', memory } },
            },
          ],
        },
      },
    },
  };
}

const roles = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'];

const nextToTheApi: JsonObject = {
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: roles.map((key) => ({ matchExpressions: [{ key, operator: 'Exists' }] })),
      },
    },
  },
  tolerations: roles.map((key) => ({ key, operator: 'Exists', effect: 'NoSchedule' })),
};
