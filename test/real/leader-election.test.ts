import { afterEach, expect, test } from 'vitest';
import type { KubernetesObject } from '../../src/api/kubernetes-object.ts';
import { operands } from '../../src/config/operands.ts';
import { leaseRecordOf, leases } from '../../src/kubernetes/leases.ts';
import type { Resource } from '../../src/kubernetes/resource.ts';
import { hyperConvergeds } from '../../src/operator/cluster-resources.ts';
import { killAll } from './archipelago-process.ts';
import {
  demand,
  type FurnishedCluster,
  furnishedKubernetes,
  furnishedSandboxes,
  hyperConvergedName,
  operatorNamespace,
} from './furnished-cluster.ts';
import {
  hasRead,
  leads,
  type OperatorProcess,
  quiet,
  requestsIn,
  startOperatorProcess,
} from './operator-process.ts';

/** The lease lasts 15 s; who waits looks every 2 to 4.4 s; the rest is a slow machine. */
const takeOverMs = 15_000 + 4_400 + 5_000;

let running: FurnishedCluster | undefined;

afterEach(async () => {
  await running?.stop();
  await killAll();
});

async function writes(operator: OperatorProcess): Promise<readonly string[]> {
  const sent = requestsIn(await operator.metrics(), /create|update|patch|delete/);
  return [...sent.keys()].filter((series) => !series.includes('"events'));
}

function resourceOf(kind: string): Resource {
  const found = operands.find((operand) => operand.kind === kind);
  if (found === undefined) throw new Error(`no operand ${kind}`);
  return found;
}

async function lease({ get }: FurnishedCluster) {
  const found = await get(leases, { namespace: operatorNamespace, name: 'archipelago-operator' });
  if (found === undefined) throw new Error('no lease');
  return leaseRecordOf(found);
}

function generationOf(objects: ReadonlyMap<string, KubernetesObject | undefined>, kind: string): number {
  const [, object] = [...objects].find(([key]) => key.startsWith(`${kind} `)) ?? [];
  return object?.metadata.generation ?? 0;
}

/** Resource versions of all operands but some kinds. */
function versions(objects: ReadonlyMap<string, KubernetesObject | undefined>, ...but: readonly string[]) {
  return [...objects]
    .filter(([key]) => !but.some((kind) => key.startsWith(`${kind} `)))
    .map(([key, object]) => `${key} ${object?.metadata.resourceVersion}`);
}

test.each([furnishedSandboxes, furnishedKubernetes])(
  '$name: a standby takes over from a killed leader and does what is left, once',
  async (clusters) => {
    const began = performance.now();
    const cluster = await clusters.start();
    running = cluster;
    const { client, operatorKubeconfig } = cluster;
    const leader = startOperatorProcess(operatorKubeconfig);
    await leader.said(leads);
    const standby = startOperatorProcess(operatorKubeconfig);
    await standby.said(hasRead);
    await cluster.createHyperConverged({ spec: {} });
    await quiet(cluster, leader);

    expect(await writes(standby)).toEqual([]);
    expect(leads.test(standby.output())).toBe(false);
    const created = leader.deeds().filter((deed) => deed.startsWith('created '));
    expect(created.length).toBeGreaterThan(0);
    expect(new Set(created).size).toBe(created.length);
    const before = await cluster.operands();
    const first = await lease(cluster);

    // A change that the leader may or may not have carried out, and one that it cannot have seen.
    const body = { spec: { liveMigrationConfig: { parallelMigrationsPerCluster: 9 } } };
    demand(await client.patch(hyperConvergeds, hyperConvergedName, { type: 'merge', body }));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 40));
    await leader.kill();
    const killedAt = performance.now();
    const cdi = { name: `cdi-${hyperConvergedName.name}` };
    const foreign = { metadata: { labels: { 'app.kubernetes.io/part-of': 'a-stranger' } } };
    demand(await client.patch(resourceOf('CDI'), cdi, { type: 'merge', body: foreign }));

    await standby.said(leads, takeOverMs);
    const waited = performance.now() - killedAt;
    await quiet(cluster, standby);

    const after = await cluster.operands();
    expect(generationOf(after, 'KubeVirt')).toBe(generationOf(before, 'KubeVirt') + 1);
    expect(versions(after, 'KubeVirt', 'CDI')).toEqual(versions(before, 'KubeVirt', 'CDI'));
    const deeds = standby.deeds();
    expect(deeds.filter((deed) => deed.includes('CDI'))).toHaveLength(1);
    expect(new Set(deeds).size).toBe(deeds.length);
    expect(deeds.filter((deed) => !/CDI|KubeVirt/.test(deed))).toEqual([]);
    const second = await lease(cluster);
    expect(second.holder).not.toBe(first.holder);
    expect(second.transitions).toBe(first.transitions + 1);
    console.log(
      `leader election, ${clusters.name}: the standby led ${(waited / 1000).toFixed(1)} s after the kill and did ${deeds.length} things; ` +
        `${((performance.now() - began) / 1000).toFixed(1)} s in all`,
    );
  },
  90_000,
);
