import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Resource } from '@archipelago/kube-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSandbox } from '../../packages/archipelago/src/cli/commands/sandbox/run-sandbox.ts';
import type { SandboxOptions } from '../../packages/archipelago/src/cli/commands/sandbox/sandbox-options.ts';
import { runUp } from '../../packages/archipelago/src/cli/commands/up/run-up.ts';
import type { UpOptions } from '../../packages/archipelago/src/cli/commands/up/up-options.ts';
import { clientOf, recordingIo, stopByHand } from '../support/running-command.ts';
import { run } from './run-command.test-support.ts';

// Embedded clusters that are kept in a folder.

let folder: string;
let kubeconfigOut: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'archipelago-kept-up-'));
  kubeconfigOut = join(folder, 'kubeconfig');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nodes: Resource = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };
const secrets: Resource = { ...nodes, plural: 'secrets', kind: 'Secret', namespaced: true };
const hyperConvergeds: Resource = {
  group: 'hco.kubevirt.io',
  version: 'v1beta1',
  plural: 'hyperconvergeds',
  kind: 'HyperConverged',
  namespaced: true,
};
const kubeVirts: Resource = {
  group: 'kubevirt.io',
  version: 'v1',
  plural: 'kubevirts',
  kind: 'KubeVirt',
  namespaced: true,
};
const hyperConverged = { namespace: 'kubevirt-hyperconverged', name: 'kubevirt-hyperconverged' };

async function running(
  start: (io: ReturnType<typeof recordingIo>, stop: ReturnType<typeof stopByHand>) => Promise<number>,
) {
  const [io, stop] = [recordingIo(), stopByHand()];
  const ready = io.said('ready kubeconfig=');
  const ended = start(io, stop);
  await Promise.race([ready, ended]);
  const kubeconfig = readFileSync(kubeconfigOut, 'utf8');
  const client = clientOf(kubeconfig);
  const end = async () => {
    client.close();
    stop.abort();
    expect(await ended).toBe(0);
    return io.stdout() + io.stderr();
  };
  return { io, client, kubeconfig, end };
}

const up = (options: UpOptions) => running((io, stop) => runUp({ kubeconfigOut, ...options }, io, stop));
const sandbox = (options: SandboxOptions) =>
  running((io, stop) => runSandbox({ kubeconfigOut, nodes: 's390x=1', ...options }, io, stop));

test('up goes on as it was left: what was deleted stays deleted, what was edited stays edited, credentials stay', async () => {
  const dataDir = join(folder, 'up');
  const first = await up({ dataDir, nodes: 'amd64=2' });
  expect(await first.client.delete(nodes, { name: 'worker-amd64-0' })).toMatchObject({ ok: true });
  const body = { spec: { liveMigrationConfig: { parallelMigrationsPerCluster: 7 } } };
  const edited = await first.client.patch(hyperConvergeds, hyperConverged, { type: 'merge', body });
  expect(edited).toMatchObject({ ok: true });
  expect(await first.end()).toContain(`the cluster stays in ${dataDir}: the same command with --data-dir`);

  const second = await up({ dataDir });
  expect(second.kubeconfig).toBe(first.kubeconfig);
  expect(await second.client.get(nodes, { name: 'worker-amd64-0' })).toMatchObject({ ok: false });
  expect(await second.client.get(hyperConvergeds, hyperConverged)).toMatchObject({ value: body });
  const said = await second.end();
  expect(said).toContain('HyperConverged kubevirt-hyperconverged as it was left');
  expect(said).toMatch(/KubeVirt +kubevirt-kubevirt-hyperconverged +Available/);
  await expect(runUp({ kubeconfigOut, dataDir, nodes: 'amd64=1' }, recordingIo())).rejects.toThrow(
    `--nodes amd64=1: the cluster in ${dataDir} was made with --nodes amd64=2, which stays: say --nodes amd64=2 to go on with it`,
  );
  await expect(runUp({ kubeconfigOut, dataDir, platform: 'openshift' }, recordingIo())).rejects.toThrow(
    'was made with --platform kubernetes',
  );
});

test('a kept cluster is ready when the operator that runs now has written what the file says', async () => {
  const dataDir = join(folder, 'edited');
  await (await up({ dataDir })).end();
  const files = [4, 9].map((parallel) => {
    const file = join(folder, `parallel-${parallel}.yaml`);
    const spec = `  liveMigrationConfig:\n    parallelMigrationsPerCluster: ${parallel}\n`;
    writeFileSync(
      file,
      `apiVersion: hco.kubevirt.io/v1beta1\nkind: HyperConverged\nmetadata:\n  name: kubevirt-hyperconverged\n  namespace: kubevirt-hyperconverged\nspec:\n${spec}`,
    );
    return [parallel, file] as const;
  });
  for (const [parallel, file] of files) {
    const again = await up({ dataDir, filename: file });
    const kubeVirt = await again.client.get(kubeVirts, {
      ...hyperConverged,
      name: 'kubevirt-kubevirt-hyperconverged',
    });
    expect(kubeVirt).toMatchObject({
      value: { spec: { configuration: { migrations: { parallelMigrationsPerCluster: parallel } } } },
    });
    await again.end();
  }
});

test('a folder has one cluster: a second is told where the first is; --fresh makes a new one when that has ended', async () => {
  const dataDir = join(folder, 'one');
  const first = await sandbox({ dataDir });
  await expect(runSandbox({ kubeconfigOut, dataDir }, recordingIo())).rejects.toThrow(
    new RegExp(
      `${dataDir} is in use by this process, at https://127.0.0.1:\\d+, kubeconfig ${kubeconfigOut}`,
    ),
  );
  await expect(runSandbox({ dataDir, fresh: true }, recordingIo())).rejects.toThrow(
    'is in use by this process',
  );
  await first.client.delete(nodes, { name: 'worker-s390x-0' });
  await first.end();
  const fresh = await sandbox({ dataDir, fresh: true });
  expect(await fresh.client.get(nodes, { name: 'worker-s390x-0' })).toMatchObject({ ok: true });
  expect(fresh.kubeconfig).not.toBe(first.kubeconfig);
  await fresh.end();
});

test('a snapshot of a cluster that runs is a cluster again, with credentials of its own', async () => {
  const original = await sandbox({ dataDir: join(folder, 'original') });
  const metadata = { name: 'login', namespace: 'default' };
  const data = { password: 'aHVudGVyMg==' };
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata, data };
  const created = await original.client.create(secrets, secret);
  const [whole, shown] = [join(folder, 'whole.jsonl'), join(folder, 'shown.jsonl')];
  const taken = await run(['sandbox', 'snapshot', whole, '--kubeconfig', kubeconfigOut], {});
  expect([taken.code, taken.err]).toEqual([0, '']);
  expect(taken.out).toMatch(
    /^\d+ objects at resourceVersion \d+ in .*\nnote: the Secrets of the cluster are in it/,
  );
  expect(statSync(whole).mode & 0o777).toBe(0o600);
  const args = ['--kubeconfig', kubeconfigOut, '--no-secrets'];
  expect(await run(['sandbox', 'snapshot', shown, ...args], {})).toMatchObject({ code: 0 });
  expect(await run(['sandbox', 'snapshot', shown, ...args], {})).toMatchObject({
    code: 2,
    err: expect.stringContaining('is there already'),
  });
  const [withSecrets, without] = [readFileSync(whole, 'utf8'), readFileSync(shown, 'utf8')];
  expect([withSecrets.includes(data.password), without.includes(data.password)]).toEqual([true, false]);
  expect(without).toContain('"data":{"password":""}');
  await original.end();
  const ended = join(folder, 'ended.jsonl');
  const place = ['--data-dir', join(folder, 'original')];
  expect(await run(['sandbox', 'snapshot', ended, ...place], {})).toMatchObject({ code: 0 });
  expect(readFileSync(ended, 'utf8')).toContain(data.password);

  const dataDir = join(folder, 'restored');
  expect(await run(['sandbox', 'restore', whole, '--data-dir', dataDir], {})).toMatchObject({ code: 0 });
  expect(await run(['sandbox', 'restore', whole, '--data-dir', dataDir], {})).toMatchObject({ code: 2 });
  const restored = await sandbox({ dataDir });
  expect(await restored.client.get(secrets, metadata)).toEqual(created);
  expect(restored.kubeconfig).not.toBe(original.kubeconfig);
  await restored.end();

  truncateSync(whole, statSync(whole).size - 30);
  const torn = await run(['sandbox', 'restore', whole, '--data-dir', join(folder, 'torn')], {});
  expect([torn.code, torn.err]).toEqual([2, expect.stringContaining('whole.jsonl is damaged')]);
});
