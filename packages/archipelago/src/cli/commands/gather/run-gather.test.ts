import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { createKubernetesClient, type KubernetesClient, type Resource } from '@archipelago/kube-client';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Canaries } from '../../../../../../test/support/canaries.ts';
import { run } from '../../../../../../test/unit/run-command.test-support.ts';
import { hyperConvergedDefinition } from '../../../config/crd.ts';
import { settings } from '../../../config/settings.ts';
import { layeringKinds } from '../../../operator/layering/layering-kinds.ts';
import { deployments, hyperConvergeds } from '../../../operator/mirror/cluster-resources.ts';
import { createDefinitions, createNamespace } from '../../../simulation/actors/furnish-cluster.ts';
import { customResourceDefinition } from '../../../simulation/definitions/declaration/resource-definition.ts';
import { sandboxDefinitions } from '../../../simulation/definitions/sandbox-definitions.ts';

const namespace = 'kubevirt-hyperconverged';
const podName = 'archipelago-operator-5d-x';
const canaries = new Canaries();

let folder: string;
let cluster: EmbeddedCluster;
let client: KubernetesClient;
let kubeconfig: readonly string[];

const core = (plural: string, kind: string): Resource => ({ ...layeringKinds.pods, plural, kind });
const lastApplied = (where: string) => ({
  'kubectl.kubernetes.io/last-applied-configuration': `{"x":"${canaries.make(where)}"}`,
});

async function create(resource: Resource, name: string, rest: JsonObject): Promise<KubernetesObject> {
  const { group, version, kind } = resource;
  const metadata = { name, namespace, annotations: lastApplied(`last applied of ${kind} ${name}`) };
  const apiVersion = group === '' ? version : `${group}/${version}`;
  const made = await client.create(resource, { apiVersion, kind, metadata, ...rest } as KubernetesObject);
  if (!made.ok) throw new Error(made.status.message);
  return made.value;
}

const container = (name: string) => ({
  ...{ name, image: 'quay.example/operator:v1', args: [`--password=${canaries.make(`${name} arguments`)}`] },
  env: [{ name: 'WHATEVER', value: canaries.make(`${name} environment`) }],
});

/** A cluster of an installation, with a login wherever one may be. */
async function furnish(): Promise<void> {
  await createNamespace(client, namespace);
  const { definitions } = sandboxDefinitions('kubernetes');
  await createDefinitions(client, [
    ...definitions.map(customResourceDefinition),
    hyperConvergedDefinition(settings),
  ]);
  await create(hyperConvergeds, 'kubevirt-hyperconverged', { spec: {} });
  const matchLabels = { app: 'archipelago' };
  const podSpec = { containers: [container('operator')] };
  await create(deployments, 'archipelago-operator', {
    spec: { selector: { matchLabels }, template: { metadata: { labels: matchLabels }, spec: podSpec } },
  });
  await create(core('secrets', 'Secret'), 'login', { stringData: { password: canaries.make('secret') } });
  await create(core('configmaps', 'ConfigMap'), 'other', { data: { a: canaries.make('config map') } });
  const pod = await create(layeringKinds.pods, podName, { spec: { containers: [container('pod')] } });
  await create(layeringKinds.pods, 'stranger', { spec: { containers: [container('stranger')] } });
  const key = `-----BEGIN PRIVATE KEY-----\n${canaries.make('key in a log')}\n-----END PRIVATE KEY-----`;
  const log = [
    `Authorization: Bearer ${canaries.make('bearer in a log')}`,
    `pulling https://a:${canaries.make('address in a log')}@quay.example/x`,
    `{"auths":{"q":{"auth":"${Buffer.from(`u:${canaries.make('docker config in a log')}`).toString('base64')}"}}}`,
    ...[key, 'all is well', ''],
  ];
  cluster.logs.write(pod.metadata.uid ?? '', 'pod', log.join('\n'));
  const involvedObject = { kind: 'Pod', namespace, name: podName };
  for (const [name, message] of [
    ['one', `password=${canaries.make('event')}`],
    ['two', 'it works'],
  ] as const)
    await create(core('events', 'Event'), name, {
      ...{ involvedObject, reason: 'Told', type: 'Warning', message },
      lastTimestamp: name === 'one' ? '2026-11-23T12:00:00Z' : '2026-11-23T12:00:01Z',
    });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archipelago-gather-test-'));
  cluster = await startEmbeddedCluster({ insecure: true });
  client = createKubernetesClient({ transport: inProcessTransport(cluster) });
  await furnish();
  const file = join(folder, 'kubeconfig');
  const login = `  - name: other\n    user:\n      token: ${canaries.make('kubeconfig')}`;
  await writeFile(file, cluster.kubeconfig().replace(/^users:\n/m, `users:\n${login}\n`));
  kubeconfig = ['--kubeconfig', file];
});

afterAll(async () => {
  client.close();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

async function filesIn(path: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = files.map(
    async (file) => [file.slice(path.length + 1), await readFile(file, 'utf8')] as const,
  );
  return new Map(await Promise.all(texts));
}

describe('gather', () => {
  it('writes everything, without a login', async () => {
    const path = join(folder, 'all');
    const { code, out, err } = await run(['gather', path, ...kubeconfig], {});
    const files = await filesIn(path);
    expect([code, err.match(/^(?!gathering).*$/gm)]).toEqual([0, ['']]);
    expect(out).toMatch(/^\d+ files, .* in .*\n$/);
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        ...['README.md', 'alerts.json', 'doctor.json', 'doctor.txt', 'events.json', 'images.txt'],
        ...['layering.txt', 'plan.txt', 'snapshot/snapshot.json', 'operator/deployments.yaml'],
        ...['operator/hyperconvergeds.yaml', 'operator/pods.yaml', 'operator/definitions.yaml'],
        `logs/${namespace}/${podName}/pod.log`,
      ]),
    );
    const everything = [...files.values(), out, err].join('\n');
    expect(canaries.foundIn(everything)).toEqual([]);
    expect(canaries.count).toBeGreaterThan(15);
    expect(everything).not.toMatch(/kind: "?Secret\b|managedFields|"kind":"Secret"/);
    expect(files.get(`logs/${namespace}/${podName}/pod.log`)).toContain('all is well');
    expect(files.get('operator/pods.yaml')).not.toContain('stranger');
    const { events } = JSON.parse(files.get('events.json') ?? '');
    expect(events.map(({ message }: { message: string }) => message)).toEqual([
      'password=[removed]',
      'it works',
    ]);
    expect(files.get('README.md')).toContain('`metrics.txt`: the endpoint wants a token');
    for (const [name, mode] of [
      ['', 0o700],
      ['logs', 0o700],
      ['plan.txt', 0o600],
      ['snapshot/snapshot.json', 0o600],
    ] as const)
      expect((await stat(join(path, name))).mode & 0o777).toBe(mode);
    const doctor = await run(['doctor', '--snapshot', join(path, 'snapshot'), '--exit-zero'], {});
    expect(doctor.code).toBe(0);
    const again = await run(['gather', path, ...kubeconfig], {});
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining('is not empty') });
  });

  it('with masks leaves out what has none', async () => {
    const path = join(folder, 'masked');
    const { code } = await run(['gather', path, '--mask-names', ...kubeconfig], {});
    const files = await filesIn(path);
    expect(code).toBe(0);
    expect([...files.keys()].filter((name) => /^(logs|operator|events)/.test(name))).toEqual([]);
    expect(files.get('README.md')).toContain('`logs/`: names in it cannot be masked');
    expect(canaries.foundIn([...files.values()].join('\n'))).toEqual([]);
  });

  it('tells what it did not get, and goes on', async () => {
    const path = join(folder, 'some');
    const status = {
      containerStatuses: [{ name: 'pod', restartCount: 1, ready: true, image: '', imageID: '' }],
    };
    const name = { namespace, name: podName };
    await client.patchStatus(layeringKinds.pods, name, { type: 'merge', body: { status } });
    const { code, err } = await run(
      ['gather', path, '--metrics-url', 'http://127.0.0.1:1', ...kubeconfig],
      {},
    );
    const files = await filesIn(path);
    expect(code).toBe(1);
    expect(err).toMatch(/^warning: metrics\.txt: .*ECONNREFUSED/m);
    expect(err).toMatch(/^warning: logs\/: logs\/.*pod\.previous\.log: /m);
    expect(files.get('README.md')).toContain(
      '| `logs/` | the last lines of the operator and of builds, by pod and container | not whole |',
    );
    expect(files.has(`logs/${namespace}/${podName}/pod.log`)).toBe(true);
  });

  it('says when there is no cluster, or the use is wrong', async () => {
    const nobody = join(folder, 'nobody');
    await writeFile(nobody, cluster.kubeconfig().replace(/server: .*/, 'server: http://127.0.0.1:1'));
    const gone = await run(['gather', join(folder, 'gone'), '--kubeconfig', nobody], {});
    expect(gone).toMatchObject({ code: 3, out: '' });
    for (const wrong of [
      ['--namespace', 'A/B'],
      ['--metrics-url', 'http://a:b@c'],
    ])
      expect(await run(['gather', join(folder, 'wrong'), ...kubeconfig, ...wrong], {})).toMatchObject({
        code: 2,
      });
  });
});
