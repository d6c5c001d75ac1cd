import type { KubernetesClient } from '@archipelago/kube-client';
import { expect, test } from 'vitest';
import { clusterRegistries, registriesAnnotation } from './cluster-registries.ts';

function said(text: string): Pick<KubernetesClient, 'get'> {
  const metadata = { name: 'here', annotations: { [registriesAnnotation]: text } };
  return { get: async () => ({ ok: true, value: { apiVersion: 'v1', kind: 'Namespace', metadata } }) };
}

const registry = (lines: Readonly<Record<string, string | boolean>>) =>
  ['[[registry]]', ...Object.entries(lines).map(([key, value]) => `${key} = ${JSON.stringify(value)}`)].join(
    '\n',
  );
const mirror = (location: string) => `\n[[registry.mirror]]\nlocation = "${location}"\ninsecure = true\n`;

test.each<[string, string, boolean]>([
  ['a registry of this machine', registry({ location: '127.0.0.1:5000', insecure: true }), true],
  [
    'a mirror on this machine',
    registry({ prefix: 'quay.io', location: 'quay.io' }) + mirror('localhost:5000/q'),
    true,
  ],
  [
    'a registry elsewhere that needs no certificate',
    registry({ location: 'evil.example', insecure: true }),
    false,
  ],
  ['another place for a registry', registry({ prefix: 'quay.io', location: 'evil.example/q' }), false],
  [
    'another place for a registry of this machine',
    registry({ prefix: '127.0.0.1:1', location: 'evil.example', insecure: true }),
    false,
  ],
  [
    'a mirror elsewhere',
    registry({ prefix: 'quay.io', location: 'quay.io' }) + mirror('evil.example/q'),
    false,
  ],
  [
    'a name that begins like this machine',
    registry({ location: '127.0.0.1.evil.example:1', insecure: true }),
    false,
  ],
  ['a registry that nobody may ask', registry({ location: 'quay.io', blocked: true }), false],
  ['no registries.conf', 'nonsense [', false],
])('commands take from a cluster, or do not: %s', async (_, text, taken) => {
  expect(await clusterRegistries(said(text), 'here')).toHaveLength(taken ? 1 : 0);
});
