import { expect, test } from 'vitest';
import type { LayeringDeployment } from './layering-plan.ts';
import { proxyVariables } from './registry-settings.ts';
import { World } from './simulated-world.test-support.ts';

const deployment: LayeringDeployment = new World({}).deployment();

test.each([
  ['http://proxy.example:3128', 'http://proxy.example:3128'],
  ['http://user:canary@proxy.example:3128', 'http://proxy.example:3128'],
  ['http://user:can@ary@proxy.example', 'http://proxy.example'],
  ['http://user:can/ary@proxy.example', 'http://proxy.example'],
  ['user:canary@proxy.example:3128', 'proxy.example:3128'],
])('%s is written into a job as %s', (value, written) => {
  expect(proxyVariables({ ...deployment, proxy: { HTTPS_PROXY: value, NO_PROXY: '.svc' } })).toEqual([
    { name: 'HTTPS_PROXY', value: written },
    { name: 'NO_PROXY', value: '.svc' },
  ]);
});

test('a secret counts, and nothing of the proxy is written', () => {
  const proxy = { HTTPS_PROXY: 'http://user:canary@proxy.example' };
  const variables = proxyVariables({ ...deployment, proxy, proxySecret: 'way-out' });
  expect(JSON.stringify(variables)).not.toContain('proxy.example');
  expect(variables).toContainEqual({
    name: 'HTTPS_PROXY',
    valueFrom: { secretKeyRef: { name: 'way-out', key: 'HTTPS_PROXY', optional: true } },
  });
});
