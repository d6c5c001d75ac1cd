import { expect, test, vi } from 'vitest';
import { hyperConvergedKind } from '../../packages/archipelago/src/api/hyper-converged-kind.ts';
import { installDefinition, installPolicy } from '../suites/definition-decides.ts';
import { decideWithoutOperator } from '../suites/generated-hyper-convergeds.ts';
import { kubernetesObject } from '../suites/operator-world.ts';
import { generateHyperConverged } from '../support/generate-hyper-converged.ts';
import { kubernetesServers } from '../support/kubernetes-test-servers.ts';
import { seededDraw } from '../support/seeded-random.ts';
import { adminClient } from '../support/test-servers.ts';

process.env.RUNS ??= '20000';
vi.setConfig({ testTimeout: 1_800_000 });
// the same as in `npm test`, more of them
await import('../unit/generated-hyper-convergeds.test.ts');

const sample = 500;

test(`a kube-apiserver without operator decides ${sample} of them as the embedded one`, async () => {
  const servers = kubernetesServers();
  const server = await servers.lease('kubernetes');
  const client = adminClient(server);
  const draw = seededDraw(Number(process.env.SEED ?? 2));
  const counts = { taken: 0, definition: 0, policy: 0 };
  try {
    await installDefinition(client);
    await installPolicy(client);
    for (let index = 0; index < sample; index += 1) {
      const object = generateHyperConverged(draw);
      const { definition, policy } = decideWithoutOperator(object, undefined);
      const resource = { ...hyperConvergedKind, namespaced: true };
      const answer = await client.create(resource, kubernetesObject(object), { dryRun: true });
      const told = answer.ok ? '' : answer.status.message;
      const wanted = [...definition, ...(policy === undefined ? [] : [policy])];
      const missing = wanted.filter((text) => !told.includes(text));
      const because = `object ${index}: ${told}\n${JSON.stringify(object)}`;
      expect([answer.ok, missing], because).toEqual([wanted.length === 0, []]);
      counts[answer.ok ? 'taken' : policy === undefined ? 'definition' : 'policy'] += 1;
    }
    console.log(`${sample} on a real kube-apiserver: ${JSON.stringify(counts)}`);
  } finally {
    client.close();
    await server.release();
    await servers.stop();
  }
});
