import type { KubernetesObject } from '@archipelago/apimachinery';
import { leaseRecordOf, leases, type Resource } from '@archipelago/kube-client';
import { afterEach, expect, test } from 'vitest';
import { operands } from '../../packages/archipelago/src/config/operands.ts';
import { hyperConvergeds } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
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

/** The one replica that leads after the leader was killed, and how long the cluster had none. */
async function successor(standbys: readonly OperatorProcess[], killedAt: number) {
  await Promise.any(standbys.map((standby) => standby.said(leads, takeOverMs)));
  const waitedMs = performance.now() - killedAt;
  const leading = standbys.filter((standby) => leads.test(standby.output()));
  expect(leading).toHaveLength(1);
  const [leader] = leading;
  if (leader === undefined) throw new Error('nobody leads');
  return { leader, waitedMs, rest: standbys.filter((standby) => standby !== leader) };
}

interface Handover {
  readonly leader: OperatorProcess;
  readonly standbys: readonly OperatorProcess[];
  /** What the user sets just before the leader is killed. */
  readonly migrations: number;
}

/**
 * Kills the leader in the middle of its work, changes an operand meanwhile, and sees that one of the standbys does
 * what is left, once, and the others nothing.
 */
async function handOver(cluster: FurnishedCluster, { leader, standbys, migrations }: Handover) {
  const { client } = cluster;
  const before = await cluster.operands();
  const first = await lease(cluster);

  // A change that the leader may or may not have carried out, and one that it cannot have seen.
  const body = { spec: { liveMigrationConfig: { parallelMigrationsPerCluster: migrations } } };
  demand(await client.patch(hyperConvergeds, hyperConvergedName, { type: 'merge', body }));
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 40));
  await leader.kill();
  const killedAt = performance.now();
  const cdi = { name: `cdi-${hyperConvergedName.name}` };
  const foreign = { metadata: { labels: { 'app.kubernetes.io/part-of': 'a-stranger' } } };
  demand(await client.patch(resourceOf('CDI'), cdi, { type: 'merge', body: foreign }));

  const next = await successor(standbys, killedAt);
  await quiet(cluster, next.leader);

  const after = await cluster.operands();
  expect(generationOf(after, 'KubeVirt')).toBe(generationOf(before, 'KubeVirt') + 1);
  expect(versions(after, 'KubeVirt', 'CDI')).toEqual(versions(before, 'KubeVirt', 'CDI'));
  const deeds = next.leader.deeds();
  expect(deeds.filter((deed) => deed.includes('CDI'))).toHaveLength(1);
  expect(new Set(deeds).size).toBe(deeds.length);
  expect(deeds.filter((deed) => !/CDI|KubeVirt/.test(deed))).toEqual([]);
  for (const standby of next.rest) expect(await writes(standby)).toEqual([]);
  const second = await lease(cluster);
  expect(second.holder).not.toBe(first.holder);
  expect(second.transitions).toBe(first.transitions + 1);
  return { ...next, deeds };
}

test.each([furnishedSandboxes, furnishedKubernetes])(
  '$name: of three replicas, then two, one takes over from a killed leader and does what is left, once',
  async (clusters) => {
    const began = performance.now();
    const cluster = await clusters.start();
    running = cluster;
    const leader = startOperatorProcess(cluster.operatorKubeconfig);
    await leader.said(leads);
    const standbys = [1, 2].map(() => startOperatorProcess(cluster.operatorKubeconfig));
    for (const standby of standbys) await standby.said(hasRead);
    await cluster.createHyperConverged({ spec: {} });
    await quiet(cluster, leader);
    for (const standby of standbys) {
      expect(await writes(standby)).toEqual([]);
      expect(leads.test(standby.output())).toBe(false);
    }
    const created = leader.deeds().filter((deed) => deed.startsWith('created '));
    expect(created.length).toBeGreaterThan(0);
    expect(new Set(created).size).toBe(created.length);

    const ofThree = await handOver(cluster, { leader, standbys, migrations: 9 });
    const ofTwo = await handOver(cluster, { leader: ofThree.leader, standbys: ofThree.rest, migrations: 11 });
    const told = [ofThree, ofTwo].map(
      ({ waitedMs, deeds }) => `${(waitedMs / 1000).toFixed(1)} s after the kill with ${deeds.length} deeds`,
    );
    console.log(
      `leader election, ${clusters.name}: of three replicas one took over ${told[0]}, of two the other ${told[1]}; ` +
        `${((performance.now() - began) / 1000).toFixed(1)} s in all`,
    );
  },
  120_000,
);
