import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ApiConnectionError,
  CredentialError,
  createKubernetesClient,
  type KubernetesClient,
} from '@archipelago/kube-client';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeClock } from '../../../../../../../test/support/fake-clock.ts';
import { until } from '../../../../../../../test/support/until.ts';
import { resultLabels } from '../../../../layering/build-plan/pod-template.ts';
import { main } from '../../../main.ts';
import { runReport } from './run-report.ts';

const configMaps = { group: '', version: 'v1', plural: 'configmaps', kind: 'ConfigMap', namespaced: true };
const digest = `sha256:${'5'.repeat(64)}`;
let cluster: EmbeddedCluster;
let client: KubernetesClient;
let folder: string;
let files: string;
let kubeconfig: string;
let uid: string;

beforeEach(async () => {
  cluster = await startEmbeddedCluster();
  client = createKubernetesClient({ transport: inProcessTransport(cluster), userAgent: 'test' });
  folder = mkdtempSync(join(tmpdir(), 'report-'));
  files = join(folder, 'results');
  mkdirSync(files);
  kubeconfig = join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, cluster.kubeconfig());
  uid = await job('b-1', 'default');
  vi.stubEnv('JOB_UID', uid);
  vi.stubEnv('JOB_NAME', undefined);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  client.close();
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

/** What nobody owns goes at once. */
async function job(name: string, namespace: string): Promise<string> {
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'build', image: 'builder' }] } };
  const made = await client.create(
    { group: 'batch', version: 'v1', plural: 'jobs', kind: 'Job', namespaced: true },
    { apiVersion: 'batch/v1', kind: 'Job', metadata: { name, namespace }, spec: { template } },
  );
  return made.ok ? (made.value.metadata.uid ?? '') : '';
}

function write(content: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, text] of Object.entries(content)) writeFileSync(join(files, name), text);
}

function io() {
  const said = { out: '', err: '' };
  return {
    said,
    out: (text: string) => {
      said.out += text;
    },
    err: (text: string) => {
      said.err += text;
    },
    read: vi.fn(),
    color: false,
  };
}

async function run(...more: readonly string[]) {
  const streams = io();
  const argv = ['--config-map', 'result-b-1', '--from', files, '--kubeconfig', kubeconfig, ...more];
  const code = await main(['layering', 'report', ...argv], streams);
  return { code, ...streams.said };
}

async function stored(name = 'result-b-1', namespace = 'default') {
  const found = await client.get(configMaps, { namespace, name });
  return found.ok ? found.value : undefined;
}

it('writes what a job has made, and lets it go with the job', async () => {
  write({ digest: `${digest}\n`, machine: 'aarch64\n', core: Uint8Array.of(0xff, 0) });
  mkdirSync(join(files, 'deeper'));
  symlinkSync('/etc/hostname', join(files, 'linked'));
  expect(await run()).toEqual({
    code: 0,
    out: 'ConfigMap default/result-b-1: digest, machine, core\n',
    err: '',
  });
  expect(await stored()).toMatchObject({
    metadata: {
      labels: resultLabels(uid),
      ownerReferences: [{ apiVersion: 'batch/v1', kind: 'Job', name: 'b-1', uid }],
    },
    data: { digest: `${digest}\n`, machine: 'aarch64\n' },
    binaryData: { core: '/wA=' },
  });
  expect(Object.keys((await stored())?.data ?? {})).toEqual(['digest', 'machine']);
});

it('can be done again by the same job, and not by another', async () => {
  write({ digest: 'first' });
  expect((await run()).code).toBe(0);
  write({ digest });
  expect((await run()).code).toBe(0);
  expect(await stored()).toMatchObject({ data: { digest } });
  vi.stubEnv('JOB_UID', 'uid-2');
  write({ digest: 'of another' });
  const other = await run();
  expect(other).toMatchObject({ code: 1, out: '' });
  expect(other.err).toContain(`of another job (uid ${uid}, this one is uid-2)`);
  expect(await stored()).toMatchObject({ data: { digest } });
});

it('leaves a ConfigMap alone that is nobody’s result', async () => {
  await client.create(configMaps, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'result-b-1', namespace: 'default' },
  });
  write({ digest });
  expect((await run()).code).toBe(1);
  expect(await stored()).not.toHaveProperty('data');
});

it('takes the namespace by its flag, and the job by its name', async () => {
  vi.stubEnv('JOB_UID', await job('build', 'kube-public'));
  vi.stubEnv('JOB_NAME', 'build');
  write({ digest });
  const streams = io();
  const argv = ['--config-map', 'mine', '--from', files, '--kubeconfig', kubeconfig, '-n', 'kube-public'];
  expect(await main(['layering', 'report', ...argv], streams)).toBe(0);
  expect((await stored('mine', 'kube-public'))?.metadata.ownerReferences?.[0]?.name).toBe('build');
});

it('is refused by the API server', async () => {
  write({ digest });
  const elsewhere = await run('-n', 'nowhere');
  expect(elsewhere.code).toBe(1);
  expect(elsewhere.err).toContain('"nowhere" not found');
  writeFileSync(kubeconfig, cluster.kubeconfig(cluster.addUser({ name: 'nobody', groups: [] })));
  const nobody = await run();
  expect(nobody.code).toBe(1);
  expect(nobody.err).toContain('cannot create resource "configmaps"');
});

it.each<[string, Readonly<Record<string, string>>, RegExp]>([
  ['no files', {}, /has no files/],
  ['a bad name', { 'a b': '' }, /file "a b", no key/],
  ['a name with two points', { '..x': '' }, /file "..x", no key/],
  ['a large file', { digest: 'x'.repeat(256 * 1024 + 1) }, /digest: has 262145 bytes/],
  [
    'many files',
    Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`f${index}`, ''])),
    /has 65 files/,
  ],
  [
    'more than a ConfigMap holds',
    Object.fromEntries(Array.from({ length: 4 }, (_, index) => [`f${index}`, 'x'.repeat(255 * 1024)])),
    /has more than a ConfigMap holds/,
  ],
])('refuses %s', async (_, content, message) => {
  write(content);
  const { code, err } = await run();
  expect(code).toBe(2);
  expect(err).toMatch(message);
  expect(await stored()).toBe(undefined);
});

it('says which flags and variables are wrong', async () => {
  write({ digest });
  expect(await run('--from', join(folder, 'nothing'))).toMatchObject({ code: 2 });
  expect((await run('--config-map', 'mine')).err).toContain('set JOB_NAME');
  expect(await run('--kubeconfig', join(folder, 'nothing'))).toMatchObject({ code: 2 });
  vi.stubEnv('JOB_UID', '');
  expect(await run()).toMatchObject({ code: 2 });
});

/** A server that answers each write so; `tried` counts them. */
function answering(answer: Error | { readonly code: number; readonly reason: string }) {
  const seen = { tried: 0, isClosed: false };
  const client: Pick<KubernetesClient, 'create' | 'close'> = {
    create: async () => {
      seen.tried += 1;
      if (answer instanceof Error) throw answer;
      return { ok: false, status: { ...answer, message: `answered ${answer.code}` } };
    },
    close: () => {
      seen.isClosed = true;
    },
  };
  const clock = new FakeClock();
  const streams = io();
  const ran = runReport({ configMap: 'result-b-1', from: files }, streams, {
    environment: { JOB_UID: 'uid-1' },
    clock,
    connect: async () => ({ client: client as KubernetesClient, namespace: 'default' }),
  });
  return { seen, clock, ran, said: streams.said };
}

it.each<[string, Error | { readonly code: number; readonly reason: string }]>([
  ['is not there', new ApiConnectionError('unreachable', 'answered nothing')],
  ['is not to be had a login for', new CredentialError('answered nothing')],
  ['is overloaded', { code: 429, reason: 'TooManyRequests' }],
  ['fails', { code: 500, reason: 'InternalError' }],
  ['had the object changed meanwhile', { code: 409, reason: 'Conflict' }],
])(
  'tries six times where the API server %s, each a while after the one before, and gives up',
  async (_, answer) => {
    write({ digest });
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { seen, clock, ran, said } = answering(answer);
    // of waits up to 1, 2, 4, 8 and 15 s
    for (const [index, waitMs] of [500, 1_000, 2_000, 4_000, 7_500].entries()) {
      await until(() => clock.timers === 1, { tell: () => ({ ...seen, ...said }) });
      await clock.advance(waitMs - 1);
      expect(seen.tried).toBe(index + 1);
      await clock.advance(1);
      expect(seen.tried).toBe(index + 2);
    }
    expect([await ran, seen.tried, seen.isClosed]).toEqual([3, 6, true]);
    expect(said.err.match(/answered/g)).toHaveLength(6);
    expect([said.out, clock.timers]).toEqual(['', 0]);
  },
);

it.each([
  [403, 'Forbidden'],
  [422, 'Invalid'],
])('tries once where the API server means it: %i %s', async (code, reason) => {
  write({ digest });
  const { seen, ran, said } = answering({ code, reason });
  expect([await ran, seen.tried, seen.isClosed]).toEqual([1, 1, true]);
  expect(said.err).toBe(`archipelago: ConfigMap default/result-b-1: answered ${code}\n`);
});
