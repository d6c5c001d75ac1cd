import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { containerUsages, nodeUsage } from './simulated-usage.ts';

const mebibyte = 2 ** 20;

function pod(name: string, resources: JsonObject): KubernetesObject {
  const spec = { containers: [{ name: 'web', resources }] };
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'shop' }, spec };
}

test.each([
  ['requests', { requests: { cpu: '2', memory: '1Gi' } }, [0.4, 1.4], [409, 820]],
  ['limits where there are no requests', { limits: { cpu: '2', memory: '1Gi' } }, [0.4, 1.4], [409, 820]],
  ['nothing', {}, [0.001, 0.01], [16, 64]],
] as const)('a container that says %s uses its share, whoever asks when', (_, resources, cpu, memory) => {
  const used = Array.from({ length: 50 }, (_each, index) =>
    containerUsages(pod(`web-${index}`, resources)),
  ).flat();
  for (const one of used) {
    expect(one.name).toBe('web');
    expect(one.cpu).toBeGreaterThanOrEqual(cpu[0]);
    expect(one.cpu).toBeLessThanOrEqual(cpu[1]);
    expect(one.memory / mebibyte).toBeGreaterThanOrEqual(memory[0]);
    expect(one.memory / mebibyte).toBeLessThanOrEqual(memory[1]);
  }
  expect(new Set(used.map((one) => one.cpu)).size).toBe(50);
  expect(containerUsages(pod('web-7', resources))).toEqual([used[7]]);
});

test('a node uses something itself, then what its pods use, and no more than it has', () => {
  const node = (cpu: string): KubernetesObject => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'one' },
    status: { allocatable: { cpu, memory: '60Gi' } },
  });
  const web = pod('web', { requests: { cpu: '2', memory: '1Gi' } });
  const [idle, used] = [nodeUsage(node('16'), []), nodeUsage(node('16'), [web])];
  const [own] = containerUsages(web);
  expect(idle.cpu).toBeGreaterThan(0.1);
  expect(idle.memory).toBeGreaterThan(700 * mebibyte);
  expect(used.cpu).toBeCloseTo(idle.cpu + (own?.cpu ?? 0));
  expect(used.memory).toBe(idle.memory + (own?.memory ?? 0));
  expect(nodeUsage(node('250m'), [web]).cpu).toBe(0.25);
});
