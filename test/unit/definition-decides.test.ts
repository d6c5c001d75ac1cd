import { createKubernetesClient, type KubernetesClient } from '@archipelago/kube-client';
import { type EmbeddedCluster, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { definitionCases, installDefinition, refusalOf } from '../suites/definition-decides.ts';
import { inProcessTransport } from '../support/in-process-transport.ts';

let cluster: EmbeddedCluster;
let client: KubernetesClient;

beforeAll(async () => {
  cluster = await startEmbeddedCluster();
  client = createKubernetesClient({ transport: inProcessTransport(cluster), userAgent: 'test' });
  await installDefinition(client);
});

afterAll(async () => {
  client.close();
  await cluster.stop();
});

it.each(definitionCases)(
  'with no operator the definition decides what is its own: %s',
  async (_, object, refused) => {
    const told = await refusalOf(client, object);
    if (refused.length === 0) expect(told).toBe('');
    else
      expect(
        refused.filter((field) => told.includes(field)),
        told,
      ).not.toEqual([]);
  },
);

it('is most of what is refused', () => {
  expect(definitionCases.filter(([, , refused]) => refused.length > 0).length).toBeGreaterThanOrEqual(35);
});
