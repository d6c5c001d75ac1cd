import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MovableClock } from '@archipelago/apimachinery';
import { createKubernetesClient } from '@archipelago/kube-client';
import { inProcessTransport } from '@archipelago/kube-sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rememberAhead } from '../../../simulation/actors/clock/clock-memory.ts';
import { createNamespace } from '../../../simulation/actors/furnish-cluster.ts';
import { startCluster } from './start-cluster.ts';

const ahead = 90_000_000;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archipelago-kept-clock-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function started() {
  const clock = new MovableClock();
  const kept = { folder, fresh: false, fsync: false, flags: '' };
  const cluster = await startCluster({ port: 0, kept }, { clock, onNotice: (notice) => expect.fail(notice) });
  return { clock, cluster, client: createKubernetesClient({ transport: inProcessTransport(cluster) }) };
}

test('a cluster that goes on is as far ahead as it was, from its first moment, and its certificates hold', async () => {
  const first = await started();
  await createNamespace(first.client, 'kube-system');
  await rememberAhead(first.client, ahead);
  expect(first.clock.aheadMs).toBe(0);
  await first.cluster.stop();
  const { clock, cluster } = await started();
  expect([clock.aheadMs, cluster.caCertificate]).toEqual([ahead, first.cluster.caCertificate]);
  await cluster.stop();
});
