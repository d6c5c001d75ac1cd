import type { JsonObject } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { describe, expect, it } from 'vitest';
import { standardDeployment } from '../../cluster-facts/standard-cluster.ts';
import { operatorDeployment } from './operator-deployment.ts';

function clientOf(answer: JsonObject | number): KubernetesClient {
  const get = async () =>
    typeof answer === 'number'
      ? { ok: false, status: { code: answer, reason: '', message: `code ${answer}` } }
      : { ok: true, value: answer };
  return { get } as unknown as KubernetesClient;
}

const deployment = (...containers: readonly JsonObject[]): JsonObject => ({
  spec: { template: { spec: { containers } } },
});
const read = (answer: JsonObject | number) => operatorDeployment(clientOf(answer), 'here');

describe('how the operator of a cluster is deployed', () => {
  const env = [
    { name: 'OPERATOR_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
    { name: 'KVM_EMULATION', value: 'true' },
  ];

  it('is read from its own container, wherever that stands', async () => {
    const own = { name: 'operator', args: ['operator', '--golden-images', 'ssp'], env };
    const side = { name: 'proxy', args: ['--golden-images', 'builtin'] };
    expect(await read(deployment(side, own))).toEqual({
      parameters: { ...standardDeployment, kvmEmulation: true },
      importer: 'ssp',
      layeringNamespace: undefined,
      notes: [],
    });
  });

  it.each<[string, readonly string[], string | undefined]>([
    ['with =', ['operator', '--golden-images=builtin'], 'builtin'],
    ['left to the operator', ['operator', '--golden-images', 'auto'], undefined],
    ['not given', ['operator'], undefined],
    ['without a value', ['operator', '--golden-images'], undefined],
  ])('has the importer that was chosen: %s', async (_, args, importer) => {
    expect((await read(deployment({ name: 'operator', args }))).importer).toBe(importer);
  });

  it.each<[string, readonly string[], string | undefined]>([
    ['with =', ['operator', '--layering-namespace=there'], 'there'],
    ['apart', ['operator', '--layering-namespace', 'there'], 'there'],
    ['not given', ['operator', '--layering-builder', 'b'], undefined],
    ['empty', ['operator', '--layering-namespace='], undefined],
  ])('has the namespace of builds: %s', async (_, args, namespace) => {
    expect((await read(deployment({ name: 'operator', args }))).layeringNamespace).toBe(namespace);
  });

  it('is the standard one where there is none, and where it may not be read, which is said', async () => {
    const standard = { parameters: standardDeployment, importer: undefined, layeringNamespace: undefined };
    expect(await read(404)).toEqual({ ...standard, notes: [] });
    const { notes, ...rest } = await read(403);
    expect(rest).toEqual(standard);
    expect(notes).toEqual([
      'Deployment here/archipelago-operator may not be read: assuming that the operator has its standard parameters',
    ]);
  });

  it.each([401, 429, 500])('is not guessed where the server answers %i', async (code) => {
    await expect(read(code)).rejects.toThrow(
      `Deployment here/archipelago-operator could not be read: code ${code}`,
    );
  });

  it('says what it cannot see: variables from elsewhere, and what makes no sense', async () => {
    const from = { configMapKeyRef: { name: 'c', key: 'k' } };
    const odd = [
      { name: 'HCO_KV_IO_VERSION', valueFrom: from },
      { name: 'SMBIOS', value: '[' },
    ];
    const { notes } = await read(deployment({ name: 'operator', env: odd, envFrom: [{ configMapRef: {} }] }));
    expect(notes).toEqual([
      'Deployment here/archipelago-operator: HCO_KV_IO_VERSION comes from elsewhere; assuming its standard',
      'Deployment here/archipelago-operator: envFrom comes from elsewhere; assuming its standard',
      expect.stringMatching(/^Deployment here\/archipelago-operator: SMBIOS: /),
    ]);
  });
});
