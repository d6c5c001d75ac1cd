import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isConditionTrue, type KubernetesObject, objectsAt, textAt } from '@archipelago/apimachinery';
import {
  createKubernetesClient,
  type KubernetesClient,
  loadConnection,
  nodeTransport,
} from '@archipelago/kube-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buildKinds,
  configKinds,
  layeringKinds,
} from '../../packages/archipelago/src/operator/layering/layering-kinds.ts';
import { until } from '../support/until.ts';
import { type ArchipelagoProcess, startArchipelago } from './archipelago-process.ts';
import { demand } from './furnished-cluster.ts';

// `up --builds=buildah` as root: the operator's builds run on this machine, and nothing else that anybody puts into the cluster.

const namespace = 'archipelago-builds';
const group = 'layering.archipelago.dev';
const { jobs, pods, secrets, nodes } = layeringKinds;
let folder: string;
let up: ArchipelagoProcess;
let client: KubernetesClient;
let registry: string;
let auth: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'archipelago-up-builds-'));
  const kubeconfig = join(folder, 'kubeconfig');
  up = startArchipelago(['up', '--builds', 'buildah', '--kubeconfig-out', kubeconfig, '--nodes', 'amd64=1']);
  await up.said(/^ready kubeconfig=/m);
  const said = up.output();
  const login = /--docker-server=(\S+) --docker-username=(\S+) --docker-password=(\S+)/.exec(said);
  registry = login?.[1] ?? '';
  auth = Buffer.from(`${login?.[2]}:${login?.[3]}`).toString('base64');
  expect(said).toContain("images are built with this machine's buildah; other jobs are simulated");
  client = createKubernetesClient({ transport: nodeTransport(await loadConnection({ kubeconfig })) });
});

afterAll(async () => {
  client?.close();
  await up?.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function layer(name: string, password: string): Promise<KubernetesObject> {
  const config = JSON.stringify({ auths: { [registry]: { auth: password } } });
  const data = { '.dockerconfigjson': Buffer.from(config).toString('base64') };
  const meta = { name: `push-${name}`, namespace };
  const type = 'kubernetes.io/dockerconfigjson';
  demand(await client.create(secrets, { apiVersion: 'v1', kind: 'Secret', metadata: meta, type, data }));
  for (const node of demand(await client.list(nodes)).items) {
    const body = { metadata: { labels: { pool: 'all' } } };
    demand(await client.patch(nodes, { name: node.metadata.name }, { type: 'merge', body }));
  }
  const spec = {
    nodeSelector: { pool: 'all' },
    baseImage: `${registry}/base/os:10`,
    imageBuilder: { imageBuilderType: 'Job' },
    renderedImagePushSpec: `${registry}/os/${name}:latest`,
    renderedImagePushSecret: { name: `push-${name}` },
    build: { attempts: 1 },
    containerFile: [{ content: `FROM configs\nLABEL edition=${name}\n` }],
  };
  const object = { apiVersion: `${group}/v1`, kind: 'MachineOSConfig', metadata: { name }, spec };
  demand(await client.create(configKinds[group], object));
  let ended: KubernetesObject | undefined;
  await until(async () => {
    const { items } = demand(await client.list(buildKinds[group]));
    ended = items.find(
      (each) =>
        each.metadata.name.startsWith(`${name}-`) &&
        ['Succeeded', 'Failed'].includes(textAt(each, 'status', 'phase')),
    );
    return ended !== undefined;
  });
  if (ended === undefined) throw new Error('until has ended without a build');
  return ended;
}

it('builds for real with the printed login', async () => {
  const build = await layer('known', auth);
  expect(build.status).toMatchObject({ phase: 'Succeeded' });
  const index = await fetch(`http://${registry}/v2/os/known/tags/list`);
  expect(index.status).toBe(200);
});

it('runs no job and no pod that the operator has not made, whatever owner they name', async () => {
  const build = demand(await client.list(buildKinds[group])).items[0];
  const canary = join(folder, 'canary');
  const command = ['/bin/sh', '-c', `id > ${canary}`];
  const { apiVersion = '', kind = '', metadata } = build ?? { metadata: { name: '' } };
  const owner = { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? '', controller: true };
  const container = { name: 'build', image: 'builder', command };
  const template = { spec: { restartPolicy: 'Never', containers: [container] } };
  const foreign = (name: string, ownerReferences: readonly (typeof owner)[]) => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace, ownerReferences, labels: { [`${group}/component`]: 'build' } },
    spec: { template },
  });
  demand(await client.create(jobs, foreign('plain', [])));
  demand(await client.create(jobs, foreign('forged', [owner])));
  let waiting: KubernetesObject | undefined;
  await until(async () => {
    const { items } = demand(await client.list(pods, { namespace }));
    waiting = items.find(
      (pod) =>
        pod.metadata.name.startsWith('forged-') &&
        objectsAt(pod, 'status', 'containerStatuses').some(
          (status) => textAt(status, 'state', 'waiting', 'reason') === 'NotSimulated',
        ),
    );
    return waiting !== undefined;
  });
  expect(JSON.stringify(waiting?.status)).toContain('none that the operator made for a MachineOSBuild');
  const forged = demand(await client.get(jobs, { namespace, name: 'forged' }));
  expect(isConditionTrue(forged, 'Complete') || isConditionTrue(forged, 'Failed')).toBe(false);
  // the other one is played like any job: it says that it ran, and nothing did
  await until(async () =>
    isConditionTrue(demand(await client.get(jobs, { namespace, name: 'plain' })), 'Complete'),
  );
  expect(existsSync(canary)).toBe(false);
});

it('refuses pushes without the login', async () => {
  const push = await fetch(`http://${registry}/v2/base/os/blobs/uploads/`, { method: 'POST' });
  expect(push.status).toBe(401);
  const build = await layer('unknown', Buffer.from('up:wrong').toString('base64'));
  expect(build.status).toMatchObject({ phase: 'Failed' });
  expect(readFileSync(join(folder, 'kubeconfig'), 'utf8')).not.toContain(auth);
});
