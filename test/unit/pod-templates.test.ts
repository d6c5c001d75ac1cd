import { createKubernetesClient } from '@archipelago/kube-client';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { causesOf, podTemplateCases } from '../suites/pod-templates.ts';

let cluster: EmbeddedCluster;

beforeAll(async () => {
  cluster = await startEmbeddedCluster();
});

afterAll(() => cluster.stop());

it.each(podTemplateCases)(
  'the embedded server refuses as the real one does: %s',
  async (_, object, causes) => {
    const client = createKubernetesClient({ transport: inProcessTransport(cluster), userAgent: 'test' });
    expect(await causesOf(client, object)).toEqual(causes);
    client.close();
  },
);
