import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runSandbox } from '../../packages/archipelago/src/cli/commands/sandbox/run-sandbox.ts';
import { runSandboxClock } from '../../packages/archipelago/src/cli/commands/sandbox/run-sandbox-clock.ts';
import { runUp } from '../../packages/archipelago/src/cli/commands/up/run-up.ts';
import type { UpSummary } from '../../packages/archipelago/src/cli/commands/up/up-summary.ts';
import { UsageError } from '../../packages/archipelago/src/cli/process/io.ts';
import { eventually } from '../support/eventually.ts';
import { clientOf, recordingIo, stopByHand } from '../support/running-command.ts';
import { until } from '../support/until.ts';
import { run } from './run-command.test-support.ts';

let folder: string;
let kubeconfigOut: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archipelago-up-test-'));
  kubeconfigOut = join(folder, 'kubeconfig');
});

afterEach(() => vi.unstubAllEnvs());

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Sockets, servers and timers that keep a process alive. */
const handles = () =>
  process.getActiveResourcesInfo().filter((name) => /^(TCP|TLS|Timeout)/.test(name)).length;

describe.each([
  ['kubernetes', 'kubevirt-hyperconverged', ['KubeVirt', 'CDI', 'NetworkAddonsConfig']],
  ['openshift', 'openshift-cnv', ['KubeVirt', 'CDI', 'NetworkAddonsConfig', 'SSP']],
] as const)('up --once on %s', (platform, namespace, kinds) => {
  test('is Available in seconds, tells people what there is, leaves nothing open', async () => {
    const before = handles();
    const io = recordingIo();
    expect(await runUp({ once: true, platform, kubeconfigOut }, io)).toBe(0);
    expect(io.stderr()).toBe('');
    for (const kind of kinds)
      expect(io.stdout()).toMatch(new RegExp(`^  ${kind} +\\S+ +Available +after `, 'm'));
    expect(io.stdout()).toMatch(/^ {2}team-base-image-cron +team-base +custom +yes +yes +-$/m);
    expect(io.stdout()).toContain('Nodes (simulated)\n');
    expect(io.stdout()).toContain(`kubectl get hco -n ${namespace} kubevirt-hyperconverged`);
    const [, address] = /\nready kubeconfig=(?:\S+) console=none metrics=(\S+)\n$/.exec(io.stdout()) ?? [];
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    expect(io.stdout()).toContain(`curl -s ${address}\n`);
    expect(io.stdout()).not.toContain('warning');
    expect(io.stdout()).not.toContain('\u001b');
    expect((await stat(kubeconfigOut)).mode & 0o777).toBe(0o600);
    await until(() => handles() <= before);
  });

  test('with -o json standard output is the summary and nothing else', async () => {
    const io = recordingIo();
    expect(await runUp({ once: true, platform, kubeconfigOut, output: 'json', nodes: 'arm64=2' }, io)).toBe(
      0,
    );
    const summary: UpSummary = JSON.parse(io.stdout());
    expect(summary).toMatchObject({
      platform,
      kubeconfig: kubeconfigOut,
      nodes: [
        { architecture: 'amd64', controlPlanes: 3, workers: 0, simulated: true },
        { architecture: 'arm64', controlPlanes: 0, workers: 2, simulated: true },
      ],
      hyperConverged: { namespace, name: 'kubevirt-hyperconverged' },
      goldenImages: { perArchitecture: true, importer: platform === 'openshift' ? 'ssp' : 'builtin' },
    });
    expect(summary.operands.map(({ kind, state }) => `${kind} ${state}`)).toEqual(
      kinds.map((kind) => `${kind} Available`),
    );
    expect(io.stderr()).toContain('ready kubeconfig=');
  });
});

test('moved on by a hundred days the operator goes on, its webhook answers, and no alert fires', async () => {
  const io = recordingIo();
  const stop = stopByHand();
  const ready = io.said('\nready kubeconfig=');
  const running = runUp({ kubeconfigOut, fresh: true }, io, stop);
  await ready;
  const told = recordingIo();
  expect(await runSandboxClock('+100d', { kubeconfig: kubeconfigOut }, told)).toBe(0);
  expect(told.stdout()).toMatch(/^\d{4}-\S+Z\nsimulated: 2400h0m0s ahead of this machine\n$/);
  const client = clientOf(await readFile(kubeconfigOut, 'utf8'));
  const kind = { group: 'hco.kubevirt.io', version: 'v1beta1', plural: 'hyperconvergeds', namespaced: true };
  const namespace = 'kubevirt-hyperconverged';
  const body = { spec: { evictionStrategy: 'None' } };
  const kubevirts = { ...kind, group: 'kubevirt.io', version: 'v1', plural: 'kubevirts', kind: 'KubeVirt' };
  const hyperConvergeds = { ...kind, kind: 'HyperConverged' };
  // the webhook may be getting another certificate
  await eventually(async () =>
    expect(
      await client.patch(hyperConvergeds, { namespace, name: namespace }, { type: 'merge', body }),
    ).toMatchObject({ ok: true }),
  );
  await eventually(async () => {
    const kubevirt = await client.get(kubevirts, { namespace, name: `kubevirt-${namespace}` });
    expect(kubevirt).toMatchObject({ value: { spec: { configuration: { evictionStrategy: 'None' } } } });
  });
  const { code, out } = await run(['alerts', '--kubeconfig', kubeconfigOut], {});
  expect([code, out]).toEqual([0, expect.stringMatching(/no alert/i)]);
  stop.abort();
  expect(await running).toBe(0);
});

test('up stays until it is stopped, puts back what is edited by hand and says so', async () => {
  const before = handles();
  const io = recordingIo();
  const stop = stopByHand();
  const ready = io.said('\nready kubeconfig=');
  const running = runUp({ kubeconfigOut, fresh: true }, io, stop);
  await ready;
  await eventually(async () => {
    const { code, out } = await run(['doctor', '--kubeconfig', kubeconfigOut, '-o', 'short'], {});
    const lines = out.split('\n').filter((line) => line.startsWith('VD'));
    expect([code, lines, out.includes('0 critical')]).toEqual([0, [], true]);
  });
  const { out: status } = await run(['status', '--kubeconfig', kubeconfigOut], {});
  expect(status).toMatch(/^ {2}operator +well +version \S+, behaves as \S+; runs inside of archipelago up$/m);
  const client = clientOf(await readFile(kubeconfigOut, 'utf8'));
  const kubevirts = {
    group: 'kubevirt.io',
    version: 'v1',
    plural: 'kubevirts',
    kind: 'KubeVirt',
    namespaced: true,
  };
  const name = { namespace: 'kubevirt-hyperconverged', name: 'kubevirt-kubevirt-hyperconverged' };
  const cdis = {
    group: 'cdi.kubevirt.io',
    version: 'v1beta1',
    plural: 'cdis',
    kind: 'CDI',
    namespaced: false,
  };
  const simulate = async (what: string | null) => {
    const body = { metadata: { annotations: { 'archipelago.dev/simulate': what } } };
    // on a busy machine there may be no answer in time
    await eventually(async () =>
      expect(
        await client.patch(cdis, { name: 'cdi-kubevirt-hyperconverged' }, { type: 'merge', body }),
      ).toMatchObject({ ok: true }),
    );
  };
  const failed = io.said(
    'warning: CDI cdi-kubevirt-hyperconverged is no longer Available: Degraded: simulated: no storage class\n',
  );
  await simulate('fail: no storage class');
  await failed;
  const linesBefore = io.stdout().split('CDI cdi-kubevirt-hyperconverged is Available').length;
  await simulate(null);
  await until(() => io.stdout().split('CDI cdi-kubevirt-hyperconverged is Available').length > linesBefore);
  const reverted = io.said('reverted KubeVirt/');
  const body = { spec: { configuration: { migrations: { parallelMigrationsPerCluster: 1 } } } };
  expect(await client.patch(kubevirts, name, { type: 'merge', body })).toMatchObject({ ok: true });
  await reverted;
  expect(io.stdout()).toContain(': spec.configuration.migrations.parallelMigrationsPerCluster\n');
  expect(await client.get(kubevirts, name)).toMatchObject({
    value: { spec: { configuration: { migrations: { parallelMigrationsPerCluster: 5 } } } },
  });
  stop.abort();
  expect(await running).toBe(0);
  await expect(client.get(kubevirts, name)).rejects.toThrow('ECONNREFUSED');
  client.close();
  await until(() => handles() <= before);
  expect(io.stderr()).toBe('');
});

test.each(['kubernetes', 'openshift'] as const)(
  'every golden image of up on %s is imported for each of its architectures',
  async (platform) => {
    const io = recordingIo();
    const stop = stopByHand();
    const ready = io.said('\nready kubeconfig=');
    const running = runUp({ kubeconfigOut, fresh: true, platform, nodes: 'amd64=1,arm64=1' }, io, stop);
    await ready;
    await eventually(async () => {
      const { out } = await run(['images', '--kubeconfig', kubeconfigOut, '-o', 'json'], {});
      const { rows } = JSON.parse(out) as {
        rows: { template: string; pointsTo?: string; cells: { architecture: string; state: string }[] }[];
      };
      const shown = rows.map(({ template, pointsTo, cells }) => [
        template,
        pointsTo,
        ...cells.map(({ architecture, state }) => `${architecture} ${state}`),
      ]);
      const both = ['amd64 ready', 'arm64 ready'];
      expect(shown.map((row) => row.filter((cell) => !cell?.startsWith('s390x')))).toEqual([
        ['centos-stream10-image-cron', 'centos-stream10-amd64', ...both],
        ['centos-stream9-image-cron', 'centos-stream9-amd64', ...both],
        ['fedora-image-cron', 'fedora-amd64', ...both],
        ['team-base-image-cron', 'team-base-amd64', ...both],
      ]);
    });
    stop.abort();
    expect(await running).toBe(0);
  },
);

test('a HyperConverged that is not Available in time is exit 1, and what is late is named', async () => {
  const io = recordingIo();
  expect(await runUp({ once: true, timeout: '1ms', kubeconfigOut }, io)).toBe(1);
  expect(io.stderr()).toMatch(/^archipelago: not Available after 0\.00 s\n {2}\S/);
  expect(io.stdout()).not.toContain('ready kubeconfig=');
});

test('stopped before it is Available: a clean end', async () => {
  const stop = stopByHand();
  stop.abort();
  expect(await runUp({ kubeconfigOut, fresh: true }, recordingIo(), stop)).toBe(0);
});

describe('wrong use is told before anything is started', () => {
  const header =
    'apiVersion: hco.kubevirt.io/v1beta1\nkind: HyperConverged\nmetadata: {name: kubevirt-hyperconverged}\n';

  async function file(text: string): Promise<string> {
    const path = join(folder, 'hco.yaml');
    await writeFile(path, text);
    return path;
  }

  async function refusal(options: Parameters<typeof runUp>[0]): Promise<string> {
    const io = recordingIo();
    const error: unknown = await runUp({ once: true, kubeconfigOut, ...options }, io).then(
      (code) => new Error(`ended with ${code}`),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(UsageError);
    expect(io.stdout()).toBe('');
    return error instanceof Error ? error.message : '';
  }

  test('options', async () => {
    expect(await refusal({ nodes: 'x86_64=3' })).toContain(
      'unknown architecture "x86_64"; Kubernetes calls it amd64',
    );
    expect(await refusal({ timeout: 'soon' })).toContain('--timeout "soon": must be a duration');
    expect(await refusal({ timeout: '0s' })).toContain('--timeout "0s"');
    expect(await refusal({ output: 'xml' })).toContain('--output "xml": must be json');
    expect(await refusal({ filename: join(folder, 'none.yaml') })).toContain('there is no such file');
  });

  test('files', async () => {
    expect(await refusal({ filename: await file('kind: [') })).toMatch(/hco\.yaml:1:\d+: /);
    const two = await file(`${header}---\n${header}`);
    expect(await refusal({ filename: two })).toMatch(/hco\.yaml:[45]:1: has more than one document/);
    const wrong = await file('apiVersion: kubevirt.io/v1\nkind: KubeVirt\nmetadata: {name: x}\n');
    expect(await refusal({ filename: wrong })).toContain('write hco.kubevirt.io/v1beta1');
  });

  test('a HyperConverged that is refused: exit 2, with field and position', async () => {
    const io = recordingIo();
    const filename = await file(
      `${header}spec:\n  liveMigrationConfig:\n    parallelMigrationsPerCluster: many\n`,
    );
    expect(await runUp({ once: true, kubeconfigOut, filename }, io)).toBe(2);
    expect(io.stderr()).toMatch(
      /hco\.yaml:6:5: spec\.liveMigrationConfig\.parallelMigrationsPerCluster: "many"/,
    );
    expect(io.stdout()).toBe('');
  });

  test('a port in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await refusal({ port: String(port) })).toBe(
      `--port ${port}: something else listens there; choose another, or 0 for any`,
    );
    await new Promise((resolve) => server.close(resolve));
  });

  test('a kubeconfig that cannot be written ends what was started', async () => {
    const before = handles();
    const io = recordingIo();
    await expect(runUp({ once: true, kubeconfigOut: folder }, io)).rejects.toThrow(
      'cannot write the kubeconfig',
    );
    await until(() => handles() <= before);
  });
});

test('a second cluster leaves the first its kubeconfig, and says where its own is', async () => {
  vi.stubEnv('XDG_STATE_HOME', folder);
  const usual = join(folder, 'archipelago', 'kubeconfig');
  const start = async () => {
    const [io, stop] = [recordingIo(), stopByHand()];
    const ready = io.said('ready kubeconfig=');
    const running = runSandbox({ nodes: 's390x=1' }, io, stop);
    await ready;
    const [, path = ''] = /ready kubeconfig=(\S+)/.exec(io.stdout()) ?? [];
    return { io, stop, running, path };
  };
  const first = await start();
  expect(first.path).toBe(usual);
  const text = await readFile(usual, 'utf8');
  const second = await start();
  expect(second.path).toMatch(/\/archipelago\/kubeconfig-\d+$/);
  expect(second.io.stderr()).toContain(
    `warning: ${usual} belongs to another running cluster, at https://127.0.0.1:`,
  );
  expect(await readFile(usual, 'utf8')).toBe(text);
  second.stop.abort();
  expect(await second.running).toBe(0);
  expect(await readdir(join(folder, 'archipelago'))).toEqual(['kubeconfig']);
  first.stop.abort();
  expect(await first.running).toBe(0);
  // what a killed cluster left behind is nobody's
  await writeFile(usual, text);
  const third = await start();
  expect(third.path).toBe(usual);
  third.stop.abort();
  expect(await third.running).toBe(0);
});

test('sandbox: the cluster alone, until it is stopped', async () => {
  const before = handles();
  const io = recordingIo();
  const stop = stopByHand();
  const ready = io.said('ready kubeconfig=');
  const running = runSandbox({ kubeconfigOut, nodes: 's390x=1' }, io, stop);
  await ready;
  expect(io.stdout()).toBe(`ready kubeconfig=${kubeconfigOut}\n`);
  const client = clientOf(await readFile(kubeconfigOut, 'utf8'));
  const nodes = await client.list({
    group: '',
    version: 'v1',
    plural: 'nodes',
    kind: 'Node',
    namespaced: false,
  });
  expect(nodes.ok && nodes.value.items.map(({ metadata }) => metadata.name)).toEqual([
    'control-plane-0',
    'control-plane-1',
    'control-plane-2',
    'worker-s390x-0',
  ]);
  stop.abort();
  expect(await running).toBe(0);
  client.close();
  await until(() => handles() <= before);
});
