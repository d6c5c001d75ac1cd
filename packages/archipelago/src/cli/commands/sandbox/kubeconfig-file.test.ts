import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeKubeconfig, takenPlace, writeKubeconfig } from './kubeconfig-file.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archipelago-kubeconfig-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('only the owner may read it, even where a readable file was', async () => {
  const path = join(folder, 'deep', 'kubeconfig');
  await writeKubeconfig(path, 'one');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const open = join(folder, 'open');
  await writeFile(open, 'old', { mode: 0o644 });
  await writeKubeconfig(open, 'new');
  expect((await stat(open)).mode & 0o777).toBe(0o600);
  expect(await readFile(open, 'utf8')).toBe('new');
});

test('a place that cannot be written is a mistake in use, and leaves nothing behind', async () => {
  await expect(writeKubeconfig(folder, 'text')).rejects.toThrow(
    /cannot write the kubeconfig .*--kubeconfig-out/,
  );
  await expect(writeKubeconfig('/dev/null/x/kubeconfig', 'text')).rejects.toThrow(
    'cannot write the kubeconfig',
  );
  expect(await readdir(folder)).toEqual([]);
});

test("another cluster's kubeconfig is not removed", async () => {
  const path = join(folder, 'kubeconfig');
  await writeKubeconfig(path, 'theirs');
  await removeKubeconfig(path, 'ours');
  expect(await readFile(path, 'utf8')).toBe('theirs');
  await removeKubeconfig(path, 'theirs');
  expect(await readdir(folder)).toEqual([]);
  await removeKubeconfig(path, 'theirs');
});

test('a place is taken while the cluster of the kubeconfig there answers', async () => {
  const path = join(folder, 'kubeconfig');
  expect(await takenPlace(path)).toBeUndefined();
  await writeKubeconfig(path, 'not: a kubeconfig');
  expect(await takenPlace(path)).toBeUndefined();
  await writeKubeconfig(path, 'server: https://[wrong');
  expect(await takenPlace(path)).toBeUndefined();
  // no other test listens here: its server would get the port once ours is closed
  const host = '127.0.0.9';
  const server = createServer((socket) => socket.destroy()).listen(0, host);
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `https://${host}:${port}`;
  await writeKubeconfig(path, `clusters:\n  - name: x\n    cluster:\n      server: ${url}\n`);
  expect(await takenPlace(path)).toEqual({ path, server: url });
  await writeKubeconfig(path, JSON.stringify({ clusters: [{ cluster: { server: url } }] }, undefined, 2));
  expect(await takenPlace(path)).toEqual({ path, server: url });
  await new Promise((resolve) => server.close(resolve));
  expect(await takenPlace(path)).toBeUndefined();
});
