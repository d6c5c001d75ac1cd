import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, textAt } from '@archipelago/apimachinery';
import { events } from '@archipelago/kube-client';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { Command } from 'commander';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addOperatorCommand } from '../../packages/archipelago/src/cli/commands/operator/operator-command.ts';
import type { OperatorCommandOptions } from '../../packages/archipelago/src/cli/commands/operator/operator-options.ts';
import { runOperator } from '../../packages/archipelago/src/cli/commands/operator/run-operator.ts';
import type { Io } from '../../packages/archipelago/src/cli/process/io.ts';
import { kubevirt } from '../../packages/archipelago/src/config/operands/kubevirt/kubevirt.ts';
import { installationManifests } from '../../packages/archipelago/src/operator/installation-manifests.ts';
import { secrets } from '../../packages/archipelago/src/operator/webhook/webhook-kinds.ts';
import { webhookNames } from '../../packages/archipelago/src/operator/webhook/webhook-names.ts';
import { builderImage, putLoginsEverywhere } from '../real/logins-everywhere.ts';
import { request } from '../suites/operator-scripts.ts';
import { createWorld, demand, type World } from '../suites/operator-world.ts';
import { Canaries } from '../support/canaries.ts';
import { eventually } from '../support/eventually.ts';

const namespace = 'kubevirt-hyperconverged';
const closing: (() => unknown)[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0).reverse()) await close();
});

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-untold-'));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Flags as people write them. */
async function parsed(args: readonly string[]): Promise<OperatorCommandOptions> {
  let found: OperatorCommandOptions | undefined;
  const program = new Command();
  addOperatorCommand(program, async (options) => {
    found = options;
  });
  await program.parseAsync(['operator', ...args], { from: 'user' });
  return found ?? expect.fail('no options');
}

/** Runs the operator; gives what it has said so far, and how to end it. */
async function operating(args: readonly string[]) {
  const said: string[] = [];
  const stopping = new AbortController();
  const io: Io = {
    out: (text) => said.push(text),
    err: (text) => said.push(text),
    read: readText,
    color: false,
  };
  const options = await parsed(['--metrics-bind-address', '0', '--log-level', 'trace', ...args]);
  const ended = runOperator(options, io, { signal: stopping.signal, dispose: () => undefined });
  return {
    said: () => said.join(''),
    end: () => {
      stopping.abort();
      return ended;
    },
  };
}

async function readText(path: string): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  return readFile(path, 'utf8');
}

/** Takes traces, and asks nobody who he is. */
async function collecting() {
  const bodies: string[] = [];
  const server = createServer(async (asked, response) => {
    for await (const chunk of asked) bodies.push(String(chunk));
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const address = server.address();
  return {
    text: () => bodies.join('\n'),
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
  };
}

async function clusterOf(): Promise<{ world: World; cluster: EmbeddedCluster }> {
  const cluster = await startEmbeddedCluster({ insecure: true });
  const lease = async () => ({
    ...{ name: 'embedded' as const, hurry: 1, lookMs: 4 },
    admin: () => inProcessTransport(cluster),
    operator: () => inProcessTransport(cluster),
    release: () => cluster.stop(),
  });
  const servers = { name: 'embedded' as const, areSeparate: true, lease, stop: async () => undefined };
  const world = await createWorld({}, { servers });
  closing.push(() => world.stop());
  return { world, cluster };
}

/** What an administrator applies, but what is there already. */
async function install({ client }: World): Promise<void> {
  const manifests = installationManifests({
    ...{ namespace, platform: 'kubernetes', importer: 'builtin', layering: builderImage },
    webhook: { kind: 'operator' },
  });
  for (const manifest of manifests) {
    const path = pathOf(manifest);
    // the embedded cluster reaches no webhook
    const body =
      manifest.kind === 'ValidatingWebhookConfiguration' ? { ...manifest, webhooks: [] } : manifest;
    const made = await client.raw({ method: 'POST', path, body });
    if (!made.ok && made.status.code !== 409) throw new Error(`${path}: ${made.status.message}`);
  }
}

function pathOf(manifest: JsonObject): string {
  const [apiVersion, kind] = [String(manifest.apiVersion), String(manifest.kind)];
  const base = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`;
  const plural = kind.toLowerCase().replace(/y$/, 'ie');
  const place = textAt(manifest, 'metadata', 'namespace');
  return `${base}${place === undefined ? '' : `/namespaces/${place}`}/${plural}s`;
}

describe('logins of every kind', () => {
  it('are in no line of the log, in no event and in no trace', async () => {
    const canaries = new Canaries();
    const folder = ownFolder();
    const { world, cluster } = await clusterOf();
    await install(world);
    const collector = await collecting();
    const logins = await putLoginsEverywhere(world, canaries, folder);
    closing.push(() => logins.registry.stop());
    const token = cluster.addUser({ name: 'operator', groups: ['system:masters', 'system:authenticated'] });
    canaries.add('kubeconfig', token);
    const kubeconfig = join(folder, 'kubeconfig');
    writeFileSync(kubeconfig, cluster.kubeconfig(token, namespace));
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
    vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', `authorization=Bearer%20${canaries.make('collector')}`);
    await world.write({ ...request, spec: logins.spec });
    const operator = await operating([
      ...['--kubeconfig', kubeconfig, '--namespace', namespace, '--no-leader-elect'],
      ...['--webhook-bind-address', '127.0.0.1:0', ...logins.args],
    ]);

    const name = world.nameOf(kubevirt);
    await eventually(async () => expect(await world.get(kubevirt, name)).toBeDefined());
    const patched = canaries.make('foreign change');
    // the beginning of a long value is what is told
    const of = { resourceName: 'virt-api', resourceType: 'Deployment', type: 'merge' };
    const patch = { patch: patched, ...of };
    const spec = { customizeComponents: { patches: [patch] }, imagePullPolicy: 'Never' };
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': patched };
    const body = { metadata: { annotations }, spec };
    demand(
      await world.client.patch(kubevirt, name, { type: 'merge', body }, { fieldManager: 'kubectl-edit' }),
    );
    const told = async () => JSON.stringify(demand(await world.client.list(events)).items);
    await eventually(async () =>
      expect(await told()).toContain('imagePullPolicy \\"Never\\" → (none), kubectl-edit changed it'),
    );
    // a login has been used
    const isUsed = () =>
      logins.registry.requests.some(({ authorized, status }) => authorized && status === 200);
    await eventually(() => expect(isUsed()).toBe(true));
    const pair = await eventually(async () => {
      const found = demand(await world.client.get(secrets, { namespace, name: webhookNames.secret }));
      expect(Object.keys(isJsonObject(found.data) ? found.data : {})).not.toEqual([]);
      return isJsonObject(found.data) ? found.data : {};
    });
    await eventually(() => expect(operator.said()).toContain('"component":"golden-images"'));
    await operator.end();

    for (const [key, value] of Object.entries(pair))
      for (const line of Buffer.from(String(value), 'base64').toString().split('\n'))
        if (key.endsWith('.key') && /^[\w+/=]{40,}$/.test(line))
          canaries.add(`${key} ${line.slice(0, 4)}`, line);
    const places = { log: operator.said(), events: await told(), traces: collector.text() };
    expect(places.traces).toContain('reconcile HyperConverged');
    expect(places.traces).toContain('ask registry');
    const found = Object.entries(places).map(([place, text]) => [place, canaries.foundIn(text)]);
    expect(found).toEqual([
      ['log', []],
      ['events', []],
      ['traces', []],
    ]);
    expect(canaries.count).toBeGreaterThan(9);
  });

  it.each([
    ['client-key-data', 'client key'],
    ['token', 'token'],
    ['password', 'password'],
  ])('are not told where a kubeconfig with %s cannot be used', async (member) => {
    const canaries = new Canaries();
    const canary = canaries.make(member);
    const user = { [member]: canary, username: 'me', 'client-certificate-data': 'bm8=' };
    const kubeconfig = join(ownFolder(), 'kubeconfig');
    const config = {
      ...{ apiVersion: 'v1', kind: 'Config', 'current-context': 'c' },
      clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1' } }],
      users: [{ name: 'c', user }],
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'c' } }],
    };
    writeFileSync(kubeconfig, JSON.stringify(config));
    const operator = await operating(['--kubeconfig', kubeconfig, '--no-leader-elect']);
    const ended = await Promise.allSettled([operator.end()]);
    const text = `${operator.said()}${JSON.stringify(ended)}${ended.map((one) => (one.status === 'rejected' ? String(one.reason) : ''))}`;
    expect(canaries.foundIn(text)).toEqual([]);
  });
});
