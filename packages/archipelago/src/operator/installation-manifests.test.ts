import { isJsonObject, type JsonObject, valueAt } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { type InstallationChoices, installationManifests } from './installation-manifests.ts';

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
      ['--layering-builder', 'buildah:1', '--layering-image', image, '--layering-jobs', '4'],
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

  test('is left out where the operator runs elsewhere', () => {
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
    expect(subjects).toMatchObject([{ kind: 'ServiceAccount', namespace: 'virt' }]);
    expect(metadata).toMatchObject({ namespace: 'virt' });
  }
});
