import { leases } from '@archipelago/kube-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findOthers } from '../../packages/archipelago/src/cli/commands/operator/find-others.ts';
import { deployments } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { startOperator } from '../../packages/archipelago/src/operator/start-operator.ts';
import { createNamespace } from '../../packages/archipelago/src/simulation/actors/furnish-cluster.ts';
import { createWorld, demand, kubernetesObject, type World } from '../suites/operator-world.ts';
import { until } from '../support/until.ts';

const now = Date.parse('2026-01-01T00:00:10Z');

let world: World;

beforeEach(async () => {
  world = await createWorld({});
});

afterEach(() => world.stop());

function find(isAlone = false): Promise<readonly string[]> {
  return findOthers({ client: world.client, namespace: world.namespace, isAlone, now });
}

async function deploy(namespace: string, name: string, replicas = 1): Promise<void> {
  if (namespace !== world.namespace) await createNamespace(world.client, namespace);
  const labels = { app: 'a' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'a' }] } };
  const metadata = { namespace, name };
  const spec = { replicas, selector: { matchLabels: labels }, template };
  const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec };
  demand(await world.client.create(deployments, kubernetesObject(deployment)));
}

it('finds nobody where it is alone', async () => {
  await deploy(world.namespace, 'archipelago-operator');
  await deploy('stopped', 'archipelago-operator', 0);
  await deploy('unrelated', 'web');
  expect(await find()).toEqual([]);
});

it('finds operators in other namespaces, and says how each is stopped', async () => {
  await deploy('other', 'archipelago-operator');
  await deploy('cnv', 'hco-operator');
  const both =
    'in this cluster: both write what a cluster has one of (CDI, NetworkAddonsConfig); keep one of';
  expect(await find()).toEqual([
    `Deployment other/archipelago-operator runs another Archipelago ${both} the two, and stop the other: kubectl scale deployment archipelago-operator -n other --replicas=0`,
    expect.stringMatching(
      /^Deployment cnv\/hco-operator runs the HyperConverged Cluster Operator .*--replicas=0$/,
    ),
  ]);
});

it.each([
  [
    '2026-01-01T00:00:00.000000Z',
    true,
    ['pod-1_a leads by Lease kubevirt-hyperconverged/archipelago-operator'],
  ],
  ['2026-01-01T00:00:00.000000Z', false, []],
  ['2025-12-31T23:59:00.000000Z', true, []],
])(
  'a lease renewed at %s counts for who leads without election (%s): %j',
  async (renewTime, isAlone, found) => {
    const spec = { holderIdentity: 'pod-1_a', leaseDurationSeconds: 15, renewTime };
    const metadata = { namespace: world.namespace, name: 'archipelago-operator' };
    const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec };
    demand(await world.client.create(leases, kubernetesObject(lease)));
    const told = await find(isAlone);
    expect(told).toEqual(found.map((text) => expect.stringContaining(text)));
  },
);

it('one that waits for another one tells who leads', async () => {
  const told: string[] = [];
  const start = (identity: string) =>
    startOperator({
      client: world.client,
      namespace: world.namespace,
      deployment: world.inputs.deployment,
      election: { identity },
      onEvent: (event) => {
        if (event.type === 'leading') told.push(`${identity} leads`);
        if (event.type === 'waiting') told.push(`${identity} waits for ${event.leader}: ${event.lease}`);
      },
    });
  const first = start('first');
  await until(() => told.length > 0);
  const second = start('second');
  await until(() => told.length > 1);
  await second.stop();
  await first.stop();
  expect(told.slice(0, 2)).toEqual([
    'first leads',
    'second waits for first: kubevirt-hyperconverged/archipelago-operator',
  ]);
});
