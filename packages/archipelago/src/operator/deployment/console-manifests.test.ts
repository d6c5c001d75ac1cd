import { type JsonObject, textsAt, valueAt } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { installationManifests } from '../installation-manifests.ts';

const image = 'registry.example/archipelago:1';

function ofConsole(platform: 'kubernetes' | 'openshift'): readonly JsonObject[] {
  const all = installationManifests({
    ...{ namespace: 'virt', platform, importer: 'auto', image },
    ...{ consoleHost: 'console.example.com', registryRefusedNetworks: '10.0.0.0/8' },
  });
  const component = ['metadata', 'labels', 'app.kubernetes.io/component'];
  return all.filter((object) => valueAt(object, ...component) === 'console');
}

function of(kind: string, platform: 'kubernetes' | 'openshift' = 'kubernetes'): JsonObject {
  return ofConsole(platform).find((object) => object.kind === kind) ?? {};
}

const pod = ['spec', 'template', 'spec'];

describe('the console in a cluster', () => {
  test('is a server with an account, and nothing that gives it a right', () => {
    expect(ofConsole('kubernetes').map(({ kind }) => kind)).toEqual([
      ...['ServiceAccount', 'Service', 'NetworkPolicy', 'Deployment'],
    ]);
    const bound = JSON.stringify(
      installationManifests({ namespace: 'virt', platform: 'kubernetes', importer: 'auto', image }).concat(
        ofConsole('kubernetes'),
      ),
    );
    expect(bound).not.toMatch(/"subjects":\[[^\]]*archipelago-console/);
  });

  test('has no token: neither by its account nor by its pod, and only the authority where a token would be', () => {
    expect(of('ServiceAccount').automountServiceAccountToken).toBe(false);
    const deployment = of('Deployment');
    expect(valueAt(deployment, ...pod, 'automountServiceAccountToken')).toBe(false);
    expect(valueAt(deployment, ...pod, 'volumes', 1)).toEqual({
      name: 'authority',
      configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] },
    });
    expect(valueAt(deployment, ...pod, 'containers', 0, 'volumeMounts', 1)).toMatchObject({
      mountPath: '/var/run/secrets/kubernetes.io/serviceaccount',
      readOnly: true,
    });
  });

  test('keeps to the restricted pod security standard', () => {
    const deployment = of('Deployment');
    expect(valueAt(deployment, ...pod, 'securityContext')).toEqual({
      ...{ runAsNonRoot: true, runAsUser: 65_532, runAsGroup: 65_532 },
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(valueAt(deployment, ...pod, 'containers', 0, 'securityContext')).toEqual({
      ...{ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, readOnlyRootFilesystem: true },
    });
  });

  test('is told how it is called and which registries it leaves alone, and is one: sessions are in its memory', () => {
    const deployment = of('Deployment');
    expect(textsAt(deployment, ...pod, 'containers', 0, 'args')).toEqual([
      ...['console', '--in-cluster', '--host', 'console.example.com', '--namespace', 'virt'],
      ...['--bind-address', ':8443', '--cert-path', '/var/run/archipelago/console-certificate'],
      ...['--registry-refused-networks', '10.0.0.0/8'],
    ]);
    expect(valueAt(deployment, 'spec', 'replicas')).toBe(1);
  });

  test.each([
    ['kubernetes', undefined],
    ['openshift', { 'service.beta.openshift.io/serving-cert-secret-name': 'archipelago-console-tls' }],
  ] as const)('has its certificate made where somebody does so: %s', (platform, annotations) => {
    expect(valueAt(of('Service', platform), 'metadata', 'annotations')).toEqual(annotations);
  });
});
