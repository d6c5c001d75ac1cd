import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isJsonObject, type KubernetesObject } from '@archipelago/apimachinery';
import type { KubernetesClient, Resource } from '@archipelago/kube-client';
import { afterAll, expect, test } from 'vitest';
import { clientOf } from '../support/running-command.ts';
import { type ArchipelagoProcess, killAll, startArchipelago } from './archipelago-process.ts';

// A sandbox is killed under load, again and again, each time at another moment: no write that was answered is lost, none is there in
// part, and none that was never sent. SANDBOX_KILLS=500 takes some minutes.

const kills = Number(process.env.SANDBOX_KILLS ?? 50);
const writers = 8;
const folder = mkdtempSync(join(tmpdir(), 'archipelago-killed-'));
const kubeconfig = join(folder, 'kubeconfig');

afterAll(async () => {
  await killAll();
  rmSync(folder, { recursive: true, force: true });
});

const configMaps: Resource = {
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
};
const namespace = 'default';

/** What one writer knows of its object. */
interface Known {
  readonly name: string;
  /** Of the last answer; 0: it is not there. */
  answered: number;
  /** Of the request that no answer came to; undefined: none is open. */
  open: number | undefined;
  /** The highest resourceVersion that was seen. */
  revision: number;
}

let sent = 0;
let acknowledged = 0;

function objectOf(name: string, value: number): KubernetesObject {
  const text = String(value);
  // both halves are of one write
  const data = { first: text, padding: 'x'.repeat((value * 37) % 5000), second: text };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data };
}

/** Creates, changes and deletes one object until the cluster is gone. */
async function write(client: KubernetesClient, known: Known): Promise<void> {
  const { name } = known;
  for (;;) {
    const removes = known.answered > 0 && sent % 7 === 0;
    sent += 1;
    known.open = removes ? 0 : sent;
    const answer = await request(client, known, removes).catch(() => undefined);
    if (answer === undefined) return;
    expect([name, answer]).toMatchObject([name, { ok: true }]);
    known.revision = Math.max(
      known.revision,
      answer.ok && 'metadata' in answer.value ? revisionOf(answer.value.metadata) : 0,
    );
    known.answered = known.open;
    known.open = undefined;
    acknowledged += 1;
  }
}

function request(client: KubernetesClient, { name, answered, open = 0 }: Known, removes: boolean) {
  if (removes) return client.delete(configMaps, { name, namespace });
  const object = objectOf(name, open);
  return answered === 0 ? client.create(configMaps, object) : client.update(configMaps, object);
}

function revisionOf(metadata: unknown): number {
  return isJsonObject(metadata) ? Number(metadata.resourceVersion) : 0;
}

/** What is there now, compared with what was answered; a request without an answer may have been carried out or not. */
async function check(client: KubernetesClient, all: readonly Known[]): Promise<number> {
  const listed = await client.list(configMaps, { namespace });
  if (!listed.ok) throw new Error(listed.status.message);
  let [lost, carriedOut] = [0, 0];
  for (const known of all) {
    const found = listed.value.items.find(({ metadata }) => metadata.name === known.name);
    const { first = '0', second = '0' } = { ...(found?.data as Record<string, string> | undefined) };
    expect([known.name, first]).toEqual([known.name, second]);
    const value = Number(first);
    if (value === known.open && value !== known.answered) carriedOut += 1;
    else if (value !== known.answered) lost += 1;
    known.answered = value;
    known.open = undefined;
    expect(Number(listed.value.resourceVersion)).toBeGreaterThan(known.revision);
    known.revision = Number(listed.value.resourceVersion);
  }
  expect(lost).toBe(0);
  return carriedOut;
}

async function start(port: string): Promise<ArchipelagoProcess> {
  const args = ['sandbox', '--data-dir', join(folder, 'data'), '--nodes', 's390x=1', '--port', port];
  const process = startArchipelago([...args, '--kubeconfig-out', kubeconfig]);
  await process.said(/^ready kubeconfig=/m, 60_000);
  return process;
}

test(`${kills} kills under load lose no answered write`, { timeout: 40 * 60_000 }, async () => {
  const all = Array.from({ length: writers }, (_, index): Known => {
    return { name: `written-${index}`, answered: 0, open: undefined, revision: 0 };
  });
  let cluster = await start('0');
  const text = readFileSync(kubeconfig, 'utf8');
  const { port } = new URL(/server: (\S+)/.exec(text)?.[1] ?? '');
  let carriedOut = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const client = clientOf(text);
    const goal = acknowledged + 20 + ((kill * 53) % 200);
    const writing = all.map((known) => write(client, known));
    while (acknowledged < goal && cluster.isRunning()) await new Promise((resolve) => setImmediate(resolve));
    await cluster.kill();
    await Promise.all(writing);
    client.close();
    cluster = await start(port);
    expect(readFileSync(kubeconfig, 'utf8')).toBe(text);
    const again = clientOf(text);
    carriedOut += await check(again, all);
    again.close();
  }
  console.log(
    `${kills} kills, ${acknowledged} answered writes, 0 lost; of those under way ${carriedOut} were carried out`,
  );
});
