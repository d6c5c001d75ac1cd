import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isConditionTrue, type JsonObject, textAt } from '@archipelago/apimachinery';
import { createKubernetesClient, type KubernetesClient } from '@archipelago/kube-client';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createReadyNodes } from '../../packages/archipelago/src/simulation/actors/furnish-cluster.ts';
import { createBuildahRunner } from '../../packages/archipelago/src/simulation/actors/jobs/buildah-runner.ts';
import { containerStatuses } from '../../packages/archipelago/src/simulation/actors/jobs/container-statuses.ts';
import { jobs, pods } from '../../packages/archipelago/src/simulation/actors/jobs/send-write.ts';
import { startJobController } from '../../packages/archipelago/src/simulation/actors/jobs/start-job-controller.ts';
import { simulatedNode } from '../../packages/archipelago/src/simulation/actors/simulated-nodes.ts';
import { type DockerRegistry, startDockerRegistry } from '../support/docker-registry.ts';
import { type OwnTemporaryFolder, ownTemporaryFolder } from '../support/own-temporary-folder.ts';
import { until as untilHolds } from '../support/until.ts';
import { openSkopeo, type Skopeo } from './registry/skopeo.ts';

const architectures = ['amd64', 'arm64', 's390x'];
const user = { name: 'builder', password: 'secret of builder' };
const namespace = 'default';
const configMaps = { group: '', version: 'v1', plural: 'configmaps', kind: 'ConfigMap', namespaced: true };
const secrets = { group: '', version: 'v1', plural: 'secrets', kind: 'Secret', namespaced: true };
const script = `set -eu
[ "$(uname -m)" = "$MACHINE" ] || exit 66
grep -q . /run/build/Containerfile || exit 65
run() { buildah --root /var/lib/store/root --runroot /var/lib/store/run --storage-driver vfs "$@"; }
run build --isolation chroot --pull-always --platform "linux/$ARCH" --timestamp 0 -t "$TARGET" -f /run/build/Containerfile /run/build
run push --authfile /run/secrets/push/config.json --digestfile /run/results/digest "$TARGET" "docker://$TARGET"
`;

let folder: OwnTemporaryFolder;
let registry: DockerRegistry;
let skopeo: Skopeo;
let cluster: EmbeddedCluster;
let client: KubernetesClient;
let controller: { stop(): Promise<void> };
let problems: string[];

beforeAll(async () => {
  folder = ownTemporaryFolder();
  skopeo = openSkopeo();
  registry = await startDockerRegistry({ tls: true, users: { [user.name]: user.password } });
});

afterAll(async () => {
  await registry?.stop();
  skopeo?.close();
  folder.remove();
});

beforeEach(async () => {
  problems = [];
  cluster = await startEmbeddedCluster();
  client = createKubernetesClient({ transport: inProcessTransport(cluster), userAgent: 'test' });
  const now = '2026-01-01T00:00:00Z';
  const workers = architectures.map((architecture, index) =>
    simulatedNode({ name: `worker-${architecture}`, architecture, roles: ['worker'] }, { now, index }),
  );
  await createReadyNodes(client, workers);
  const run = createBuildahRunner({
    client,
    entrypoints: new Map([['own', ['/bin/sh', '-c', 'cat /run/results/digest; sh -c "$1"', 'own']]]),
    nodeFiles: { [`/etc/containers/certs.d/${registry.host}/ca.crt`]: registry.caCertificate ?? '' },
    login: async (_namespace, name) => ({
      url: cluster.url,
      caCertificate: cluster.caCertificate ?? '',
      token: cluster.addUser({ name, groups: ['system:masters'] }),
    }),
  });
  controller = startJobController({ client, run, onProblem: (problem) => problems.push(problem) });
});

afterEach(async () => {
  await controller?.stop();
  client?.close();
  await cluster?.stop();
  expect(folder.left('archipelago-pod-')).toEqual([]);
});

const machines = new Map([
  ['amd64', 'x86_64'],
  ['arm64', 'aarch64'],
]);

function target(architecture: string): string {
  return `${registry.host}/os:${architecture}`;
}

/** Containerfile and login, then the job that builds with them. */
async function build(architecture: string, containerfile: string, check = ':'): Promise<void> {
  const name = `build-${architecture}`;
  const data = { Containerfile: containerfile, 'build.sh': script, payload: `for ${architecture}` };
  await must(client.create(configMaps, { ...meta('v1', 'ConfigMap', name), data }));
  const auth = Buffer.from(`${user.name}:${user.password}`).toString('base64');
  const login = JSON.stringify({ auths: { [registry.host]: { auth } } });
  const secret = { '.dockerconfigjson': Buffer.from(login).toString('base64') };
  const type = 'kubernetes.io/dockerconfigjson';
  await must(client.create(secrets, { ...meta('v1', 'Secret', name), type, data: secret }));
  await must(
    client.create(jobs, { ...meta('batch/v1', 'Job', name), spec: jobSpec(name, architecture, check) }),
  );
}

function meta(apiVersion: string, kind: string, name: string) {
  return { apiVersion, kind, metadata: { name, namespace } };
}

function jobSpec(name: string, architecture: string, check: string): JsonObject {
  const values = {
    MACHINE: machines.get(architecture) ?? architecture,
    ARCH: architecture,
    TARGET: target(architecture),
  };
  return {
    backoffLimit: 0,
    podFailurePolicy: {
      rules: [
        { action: 'FailJob', onExitCodes: { containerName: 'build', operator: 'In', values: [65, 66] } },
      ],
    },
    template: {
      spec: {
        restartPolicy: 'Never',
        serviceAccountName: 'builder',
        nodeSelector: { 'kubernetes.io/arch': architecture },
        initContainers: [
          {
            name: 'build',
            image: 'builder',
            command: ['/bin/sh', '/run/build/build.sh'],
            env: Object.entries(values).map(([key, value]) => ({ name: key, value })),
            volumeMounts: [
              { name: 'source', mountPath: '/run/build' },
              { name: 'store', mountPath: '/var/lib/store' },
              { name: 'results', mountPath: '/run/results' },
              { name: 'push', mountPath: '/run/secrets/push' },
            ],
          },
        ],
        containers: [
          {
            name: 'report',
            image: 'own',
            args: [check],
            volumeMounts: [{ name: 'results', mountPath: '/run/results' }],
          },
        ],
        volumes: [
          { name: 'source', configMap: { name } },
          { name: 'store', emptyDir: {} },
          { name: 'results', emptyDir: {} },
          {
            name: 'push',
            secret: { secretName: name, items: [{ key: '.dockerconfigjson', path: 'config.json' }] },
          },
        ],
      },
    },
  };
}

async function must(result: Promise<{ readonly ok: boolean }>): Promise<void> {
  expect(await result).toMatchObject({ ok: true });
}

async function podOf(architecture: string) {
  const found = await client.list(pods, { namespace, labelSelector: `job-name=build-${architecture}` });
  return found.ok ? found.value.items[0] : undefined;
}

async function hasEnded(architecture: string, type: string): Promise<boolean> {
  const found = await client.get(jobs, { namespace, name: `build-${architecture}` });
  return found.ok && isConditionTrue(found.value, type);
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const tell = async () => ({ problems, pods: await client.list(pods, { namespace }) });
  await untilHolds(holds, { withinMs: 50_000, pauseMs: 50, tell });
}

const scratch = 'FROM scratch\nCOPY payload /payload\n';

it('builds three architectures at the same time, as skopeo confirms', async () => {
  await Promise.all(architectures.map((architecture) => build(architecture, scratch)));
  for (const architecture of architectures) await until(() => hasEnded(architecture, 'Complete'));
  const access = { user: `${user.name}:${user.password}`, caCertificate: registry.caCertificate ?? '' };
  for (const architecture of architectures) {
    const config = JSON.parse((await skopeo.config(target(architecture), access)).toString());
    expect(config).toMatchObject({ os: 'linux', architecture });
    await skopeo.pullAll(target(architecture), access);
    expect(textAt(await podOf(architecture), 'spec', 'nodeName')).toBe(`worker-${architecture}`);
  }
  expect(problems).toEqual([]);
});

it('lets pods reach the API server as their service account', async () => {
  const check =
    'test -s /var/run/secrets/kubernetes.io/serviceaccount/token && test -n "$KUBERNETES_SERVICE_PORT"';
  await build('amd64', scratch, check);
  await until(() => hasEnded('amd64', 'Complete'));
});

it('fails a job whose Containerfile is empty at once, by its exit code', async () => {
  await build('amd64', '');
  await until(() => hasEnded('amd64', 'Failed'));
  const [first, second] = containerStatuses(await podOf('amd64'));
  expect(first).toMatchObject({ name: 'build', state: { terminated: { exitCode: 65 } } });
  expect(second).toMatchObject({ name: 'report', state: { waiting: { reason: 'PodInitializing' } } });
});

it('fails when the registry refuses, which is a failure of the build', async () => {
  await build('amd64', `FROM ${registry.host}/os:nothing\n`);
  await until(() => hasEnded('amd64', 'Failed'));
  expect(containerStatuses(await podOf('amd64'))[0]).not.toMatchObject({
    state: { terminated: { exitCode: 0 } },
  });
});

it.skipIf(existsSync('/proc/sys/fs/binfmt_misc/qemu-s390x'))(
  'says what this machine cannot run, and claims neither success nor failure',
  async () => {
    await build('s390x', 'FROM scratch\nCOPY --chmod=755 payload /bin/sh\nRUN true\n');
    const waits = async () =>
      containerStatuses(await podOf('s390x')).some(
        (one) => textAt(one, 'state', 'waiting', 'reason') === 'NotSimulated',
      );
    await until(async () => (await waits()) || hasEnded('s390x', 'Failed'));
    expect(await waits()).toBe(true);
  },
);

it('ends everything a deleted job has started', async () => {
  const check = 'exec sleep 4242';
  await build('amd64', scratch, check);
  const sleeps = () =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .some((id) => commandLine(id) === 'sleep 4242');
  await until(async () => sleeps());
  await client.delete(jobs, { namespace, name: 'build-amd64' }, { propagation: 'Background' });
  await until(async () => !sleeps() && (await podOf('amd64')) === undefined);
});

function commandLine(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0').filter(Boolean).join(' ');
  } catch {
    // it has ended meanwhile
    return '';
  }
}
