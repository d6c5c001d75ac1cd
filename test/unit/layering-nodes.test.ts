import { afterEach, expect, it } from 'vitest';
import { type LayeringCluster, startLayeringCluster } from '../support/layering-cluster.ts';
import { until } from '../support/until.ts';

let layering: LayeringCluster | undefined;

afterEach(async () => {
  await layering?.stop();
});

it('nodes are read once for operands and layering, and heard of in one place', async () => {
  const listed: string[] = [];
  const made = await startLayeringCluster({
    architectures: ['arm64'],
    run: () => async () => ({ exitCode: 0, log: '' }),
    onAnswer: ({ path, isWatch }) => {
      if (!isWatch && path.startsWith('/api/v1/nodes')) listed.push(path);
    },
  });
  layering = made;
  await made.createConfig('edge', {
    baseImage: 'registry.invalid/base:1',
    renderedImagePushSecret: { name: 'push' },
    renderedImagePushSpec: 'registry.invalid/os:latest',
  });
  const published = () =>
    made.client
      .list({ group: '', version: 'v1', plural: 'configmaps', kind: 'ConfigMap', namespaced: true })
      .then(
        (all) => all.ok && all.value.items.find(({ metadata }) => metadata.name === 'architectures-edge'),
      );
  const found = await until(published, { tell: () => made.problems });
  expect(found).toMatchObject({ data: { architectures: 'arm64' } });
  expect([made.operator.unreadyBecause(), listed.length]).toEqual([undefined, 1]);
  made.operator.refreshMetrics();
  const heard = made.operator.metrics.samples('informerHeard').map(({ labels }) => labels);
  expect(heard.filter(({ resource }) => resource === 'nodes')).toEqual([
    { resource: 'nodes', selection: '' },
  ]);
  expect(new Set(heard.map((labels) => JSON.stringify(labels))).size).toBe(heard.length);
});
