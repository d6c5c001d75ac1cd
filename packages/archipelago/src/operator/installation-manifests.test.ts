import {
  isJsonObject,
  type JsonObject,
  objectsAt,
  textAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import type { InstallationChoices } from './deployment/installation-choices.ts';
import { installationManifests } from './installation-manifests.ts';

const choices: InstallationChoices = { namespace: 'virt', platform: 'kubernetes', importer: 'auto' };
const image = 'registry.example/archipelago:1';

function named(more: Partial<InstallationChoices>, kind: string, name: string): JsonObject | undefined {
  return installationManifests({ ...choices, ...more }).find(
    (one) => one.kind === kind && isJsonObject(one.metadata) && one.metadata.name === name,
  );
}

test('the images of the release stand in the environment of the operator', () => {
  const operandImages = { WASP_AGENT_IMAGE: 'registry.example/wasp:1' };
  expect(JSON.stringify(named({ image, operandImages }, 'Deployment', 'archipelago-operator'))).toContain(
    '{"name":"WASP_AGENT_IMAGE","value":"registry.example/wasp:1"}',
  );
});

describe('the deployment of the operator', () => {
  const labels = { 'app.kubernetes.io/name': 'archipelago', 'app.kubernetes.io/component': 'operator' };
  const probe = (path: string) => ({
    httpGet: { path, port: 'metrics', scheme: 'HTTPS' },
    periodSeconds: 10,
    timeoutSeconds: 5,
  });

  test('runs as a user that OpenShift chooses, where it does', () => {
    const deployment = named({ image, platform: 'openshift' }, 'Deployment', 'archipelago-operator');
    const security = valueAt(deployment, 'spec', 'template', 'spec', 'securityContext');
    expect(security).toEqual({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
  });

  test('has two replicas that may do nothing but ask the API server', () => {
    expect(named({ image }, 'Deployment', 'archipelago-operator')).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'archipelago-operator', namespace: 'virt', labels },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            serviceAccountName: 'archipelago-operator',
            topologySpreadConstraints: ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].map(
              (topologyKey) => ({
                maxSkew: 1,
                topologyKey,
                whenUnsatisfiable: 'ScheduleAnyway',
                labelSelector: { matchLabels: labels },
              }),
            ),
            securityContext: {
              runAsNonRoot: true,
              runAsUser: 65_532,
              runAsGroup: 65_532,
              seccompProfile: { type: 'RuntimeDefault' },
            },
            containers: [
              {
                name: 'operator',
                image,
                args: [
                  'operator',
                  '--metrics-bind-address',
                  ':8443',
                  '--metrics-cert-path',
                  '/var/run/archipelago/metrics-certificate',
                  '--log-level-file',
                  '/var/run/archipelago/log-levels/levels',
                ],
                env: [
                  {
                    name: 'OPERATOR_NAMESPACE',
                    valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } },
                  },
                ],
                ports: [{ name: 'metrics', containerPort: 8443 }],
                volumeMounts: [
                  {
                    name: 'metrics-certificate',
                    mountPath: '/var/run/archipelago/metrics-certificate',
                    readOnly: true,
                  },
                  { name: 'log-levels', mountPath: '/var/run/archipelago/log-levels', readOnly: true },
                ],
                livenessProbe: { ...probe('/healthz'), initialDelaySeconds: 10 },
                readinessProbe: probe('/readyz'),
                resources: { requests: { cpu: '10m', memory: '100Mi' }, limits: { memory: '256Mi' } },
                securityContext: {
                  allowPrivilegeEscalation: false,
                  capabilities: { drop: ['ALL'] },
                  readOnlyRootFilesystem: true,
                },
              },
            ],
            volumes: [
              {
                name: 'metrics-certificate',
                secret: { secretName: 'archipelago-operator-metrics-tls', optional: true },
              },
              { name: 'log-levels', configMap: { name: 'archipelago-operator-log-levels', optional: true } },
            ],
          },
        },
      },
    });
  });

  test.each<[string, Partial<InstallationChoices>, readonly string[]]>([
    ['the importer', { importer: 'builtin' }, ['--golden-images', 'builtin']],
    [
      'what else is chosen for builds',
      { layering: 'buildah:1', layeringArguments: ['--layering-jobs', '4'] },
      [
        ...['--layering-builder', 'buildah:1', '--layering-image', image],
        ...['--layering-namespace', 'archipelago-builds', '--layering-jobs', '4'],
      ],
    ],
    [
      'where it builds',
      { layering: 'buildah:1', layeringNamespace: 'here' },
      ['--layering-namespace', 'here'],
    ],
    [
      'the builder of layers',
      { layering: 'buildah:1' },
      ['--layering-builder', 'buildah:1', '--layering-image', image],
    ],
    [
      'which registries inside the cluster it may ask',
      { registryAllowHosts: ['registry.images.svc:5000', 'other.svc'] },
      ['--registry-allow-host', 'registry.images.svc:5000', '--registry-allow-host', 'other.svc'],
    ],
    [
      'in which networks it asks none',
      { registryRefusedNetworks: '10.96.0.0/12' },
      ['--registry-refused-networks', '10.96.0.0/12'],
    ],
  ])('is told %s', (_, more, args) => {
    expect(JSON.stringify(named({ image, ...more }, 'Deployment', 'archipelago-operator'))).toContain(
      JSON.stringify(args).slice(1, -1),
    );
  });

  test('keeps a replica while nodes are drained, and can be reached at what it serves only', () => {
    const budget = named({ image }, 'PodDisruptionBudget', 'archipelago-operator');
    expect(valueAt(budget, 'spec')).toEqual({ maxUnavailable: 1, selector: { matchLabels: labels } });
    const ports = (more: Partial<InstallationChoices>) =>
      objectsAt(named({ image, ...more }, 'NetworkPolicy', 'archipelago-operator'), 'spec', 'ingress')
        .flatMap((rule) => objectsAt(rule, 'ports'))
        .map(({ port }) => port);
    expect(ports({})).toEqual(['metrics']);
    expect(ports({ webhook: { kind: 'operator' } })).toEqual(['metrics', 'webhook']);
  });

  test('is as it was chosen', () => {
    const toleration = { key: 'infra', operator: 'Exists' };
    const proxy = { name: 'HTTPS_PROXY', value: 'http://proxy.example:3128' };
    const pods = {
      replicas: 3,
      tolerations: [toleration],
      environment: [proxy],
      resources: { limits: { memory: '1Gi' } },
    };
    const deployment = named({ image, pods }, 'Deployment', 'archipelago-operator');
    expect(valueAt(deployment, 'spec', 'replicas')).toBe(3);
    expect(valueAt(deployment, 'spec', 'template', 'spec', 'tolerations')).toEqual([toleration]);
    const [container] = objectsAt(deployment, 'spec', 'template', 'spec', 'containers');
    expect(container).toMatchObject({ resources: { limits: { memory: '1Gi' } } });
    expect(objectsAt(container, 'env').at(-1)).toEqual(proxy);
  });

  test('is left out where the operator runs elsewhere', () => {
    expect(named({}, 'PodDisruptionBudget', 'archipelago-operator')).toBeUndefined();
    expect(named({}, 'Deployment', 'archipelago-operator')).toBeUndefined();
  });
});

test.each([
  ['openshift', { 'service.beta.openshift.io/serving-cert-secret-name': 'archipelago-operator-metrics-tls' }],
  ['kubernetes', undefined],
] as const)(
  'scrapers find the operator by a Service, with a certificate of the platform: %s',
  (platform, annotations) => {
    const service = named({ image, platform }, 'Service', 'archipelago-operator-metrics');
    expect(valueAt(service ?? {}, 'metadata', 'annotations')).toEqual(annotations);
    expect(valueAt(service ?? {}, 'spec', 'ports')).toEqual([
      { name: 'https', port: 8443, targetPort: 'metrics', protocol: 'TCP' },
    ]);
    expect(named({ platform }, 'Service', 'archipelago-operator-metrics')).toBeUndefined();
    expect(named({ platform }, 'ClusterRole', 'archipelago-operator-metrics-reader')?.rules).toEqual([
      { nonResourceURLs: ['/metrics'], verbs: ['get'] },
    ]);
  },
);

test.each([
  ['openshift', true],
  ['kubernetes', false],
] as const)('jobs of layering may mount on %s by a constraint of its own: %s', (platform, isBound) => {
  const bindings = installationManifests({ ...choices, platform, layering: 'buildah:1' }).filter((one) =>
    JSON.stringify(one.roleRef ?? '').includes('system:openshift:scc:privileged'),
  );
  expect(bindings).toHaveLength(isBound ? 1 : 0);
  for (const { kind, subjects, metadata } of bindings) {
    expect(kind).toBe('RoleBinding');
    expect(subjects).toMatchObject([{ kind: 'ServiceAccount', namespace: 'archipelago-builds' }]);
    expect(metadata).toMatchObject({ namespace: 'archipelago-builds' });
  }
});

describe('the namespace of builds', () => {
  const of = (more: Partial<InstallationChoices>) =>
    installationManifests({ ...choices, layering: 'buildah:1', ...more });
  const resourcesIn = (all: readonly JsonObject[], namespace: string) =>
    all.flatMap((one) =>
      one.kind === 'Role' && valueAt(one, 'metadata', 'namespace') === namespace
        ? objectsAt(one, 'rules').flatMap(({ resources }) => textsAt(resources))
        : [],
    );

  test('comes with the rights there, and the operator keeps none of them beside the operands', () => {
    const all = of({});
    const own = resourcesIn(all, 'virt');
    for (const resource of ['secrets', 'jobs', 'pods', 'configmaps']) {
      expect(own).not.toContain(resource);
      expect(resourcesIn(all, 'archipelago-builds')).toContain(resource);
    }
    const place = all.find(
      ({ kind, metadata }) => kind === 'Namespace' && textAt(metadata, 'name') !== 'virt',
    );
    // the filters of its containers are off
    expect(valueAt(place, 'metadata', 'labels', 'pod-security.kubernetes.io/enforce')).toBe('privileged');
    const binding = all.find(
      (one) =>
        one.kind === 'RoleBinding' &&
        textAt(one.metadata, 'name') === 'archipelago-operator' &&
        textAt(one.metadata, 'namespace') === 'archipelago-builds',
    );
    expect(binding?.subjects).toEqual([
      { kind: 'ServiceAccount', name: 'archipelago-operator', namespace: 'virt' },
    ]);
  });

  test('may be the one of the operator, which is printed once', () => {
    const all = of({ layeringNamespace: 'virt' });
    const names = all.flatMap(({ kind, metadata }) =>
      kind === 'Namespace' ? [textAt(metadata, 'name')] : [],
    );
    expect(names.filter((each) => each === 'virt')).toHaveLength(1);
    expect(names).not.toContain('archipelago-builds');
    expect(resourcesIn(all, 'virt')).toEqual(expect.arrayContaining(['secrets', 'jobs', 'leases']));
  });

  test('is not there where nothing is built', () => {
    expect(JSON.stringify(installationManifests(choices))).not.toContain('archipelago-builds');
  });
});

describe('monitoring', () => {
  const monitoring = { account: { namespace: 'monitoring', name: 'prometheus-k8s' } };
  const kinds = (more: Partial<InstallationChoices>) =>
    installationManifests({ ...choices, ...more }).map(({ kind }) => kind);

  test('is added for who asks for it; where the operator runs elsewhere, there is nothing to scrape', () => {
    expect(kinds({ image })).not.toContain('PrometheusRule');
    expect(kinds({ image, monitoring })).toEqual(
      expect.arrayContaining(['PrometheusRule', 'ServiceMonitor']),
    );
    expect(kinds({ monitoring })).toContain('PrometheusRule');
    expect(kinds({ monitoring })).not.toContain('ServiceMonitor');
  });

  test('lets the account of Prometheus find the operator and read its metrics, and no other', () => {
    for (const kind of ['RoleBinding', 'ClusterRoleBinding']) {
      const name =
        kind === 'RoleBinding' ? 'archipelago-operator-prometheus' : 'archipelago-operator-metrics-reader';
      const binding = named({ image, monitoring }, kind, name);
      expect(binding?.subjects).toEqual([{ kind: 'ServiceAccount', ...monitoring.account }]);
    }
  });

  test('checks the certificate where an authority of the cluster signs it', () => {
    const tls = (more: Partial<InstallationChoices>) => {
      const monitor = named({ image, monitoring, ...more }, 'ServiceMonitor', 'archipelago-operator');
      return valueAt(objectsAt(monitor, 'spec', 'endpoints')[0], 'tlsConfig');
    };
    expect(tls({})).toEqual({ insecureSkipVerify: true });
    expect(tls({ platform: 'openshift' })).toMatchObject({
      serverName: 'archipelago-operator-metrics.virt.svc',
    });
    const namespace = (platform: 'openshift' | 'kubernetes') =>
      valueAt(named({ monitoring, platform }, 'Namespace', 'virt'), 'metadata', 'labels');
    expect(namespace('openshift')).toMatchObject({ 'openshift.io/cluster-monitoring': 'true' });
    expect(namespace('kubernetes')).not.toHaveProperty(['openshift.io/cluster-monitoring']);
  });
});
