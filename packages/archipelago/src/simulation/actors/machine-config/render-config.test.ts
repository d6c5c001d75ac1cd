import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderConfig } from './render-config.ts';

const apiVersion = 'machineconfiguration.openshift.io/v1';
const role = 'machineconfiguration.openshift.io/role';

const pool: KubernetesObject = {
  apiVersion,
  kind: 'MachineConfigPool',
  metadata: { name: 'edge', uid: 'u' },
  spec: {
    machineConfigSelector: { matchExpressions: [{ key: role, operator: 'In', values: ['worker', 'edge'] }] },
  },
};

function config(name: string, spec: JsonObject, of = 'worker'): KubernetesObject {
  return { apiVersion, kind: 'MachineConfig', metadata: { name, labels: { [role]: of } }, spec };
}

const base = config('00-worker', { osImageURL: 'os', baseOSExtensionsContainerImage: 'extensions' });
const file = (path: string, source: string): JsonObject => ({
  config: { storage: { files: [{ path, contents: { source } }] } },
});

function specOf(configs: readonly KubernetesObject[]): JsonObject {
  const rendering = renderConfig(pool, configs);
  if (!rendering.ok) throw new Error(rendering.message);
  return rendering.rendered.spec;
}

test.each<[what: string, configs: readonly KubernetesObject[], spec: JsonObject]>([
  ['the images of the release', [base], { osImageURL: 'os', baseOSExtensionsContainerImage: 'extensions' }],
  [
    'the last image, by name',
    [config('99-b', { osImageURL: 'b' }), config('98-a', { osImageURL: 'a' }), base],
    { osImageURL: 'b' },
  ],
  ['no image of another pool', [base, config('99-x', { osImageURL: 'x' }, 'master')], { osImageURL: 'os' }],
  [
    'kernel arguments in the order of names',
    [
      base,
      config('50-b', { kernelArguments: ['b'] }),
      config('50-a', { kernelArguments: ['a', 'b'] }, 'edge'),
    ],
    { kernelArguments: ['a', 'b', 'b'] },
  ],
  [
    'each extension once',
    [base, config('a', { extensions: ['usbguard', 'kerberos'] }), config('b', { extensions: ['usbguard'] })],
    { extensions: ['usbguard', 'kerberos'] },
  ],
  [
    'a kernel type',
    [base, config('a', { kernelType: 'realtime' }), config('b', { kernelType: 'default' })],
    { kernelType: 'realtime' },
  ],
  [
    'FIPS where one asks for it',
    [base, config('a', { fips: true }), config('b', { fips: false })],
    { fips: true },
  ],
  [
    'the last of files of one path',
    [base, config('a', file('/etc/x', '1')), config('b', file('/etc/x', '2'))],
    {
      config: {
        ignition: { version: '3.5.0' },
        storage: { files: [{ path: '/etc/x', contents: { source: '2' } }] },
      },
    },
  ],
])('renders %s', (_, configs, spec) => {
  expect(specOf(configs)).toMatchObject(spec);
});

test('is named after its content, belongs to the pool, and names what it is made of', () => {
  const rendering = renderConfig(pool, [config('50-a', {}, 'edge'), base]);
  expect(rendering).toMatchObject({
    ok: true,
    source: ['00-worker', '50-a'],
    rendered: { metadata: { ownerReferences: [{ kind: 'MachineConfigPool', name: 'edge', uid: 'u' }] } },
  });
  if (!rendering.ok) throw new Error();
  expect(rendering.rendered.metadata.name).toMatch(/^rendered-edge-[0-9a-f]{32}$/);
});

test('says why nothing can be rendered', () => {
  expect(renderConfig(pool, [])).toEqual({ ok: false, message: 'no MachineConfigs found matching selector' });
  const wrong = { ...pool, spec: { machineConfigSelector: { matchLabels: 'x' } } };
  expect(renderConfig(wrong, [base]).ok).toBe(false);
});

test('has one name for one content, in whatever order the server lists it, and another for another', () => {
  const all = [base, config('50-a', { kernelArguments: ['a'] }), config('50-b', { osImageURL: 'b' })];
  const nameOf = (configs: readonly KubernetesObject[]) => {
    const rendering = renderConfig(pool, configs);
    return rendering.ok ? rendering.rendered.metadata.name : '';
  };
  fc.assert(
    fc.property(fc.shuffledSubarray(all, { minLength: 3, maxLength: 3 }), (some) => {
      expect(nameOf(some)).toBe(nameOf(all));
    }),
  );
  expect(nameOf([base])).not.toBe(nameOf(all));
});
