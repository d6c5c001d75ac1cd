import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@archipelago/apimachinery';
import { createKubernetesClient } from '@archipelago/kube-client';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planEdit } from '../../packages/archipelago/src/cli/commands/console/edits/plan-edit.ts';
import { lookUpImage } from '../../packages/archipelago/src/cli/commands/console/images/look-up-image.ts';
import { whatIf } from '../../packages/archipelago/src/cli/commands/console/images/what-if.ts';
import { tellRegistries } from '../../packages/archipelago/src/cli/commands/up/tell-registries.ts';
import {
  type ImageRegistry,
  startImageRegistry,
} from '../../packages/archipelago/src/simulation/image-registry/start-image-registry.ts';
import { createWorld, type World } from '../suites/operator-world.ts';

const namespace = 'kubevirt-hyperconverged';
const repository = 'team/os';

let folder: string;
let kubeconfig: string;
let world: World;
let told: ImageRegistry;
let untold: ImageRegistry;

const nothing = () => undefined;
const io = { out: nothing, err: nothing, read: async () => '', find: async () => undefined, color: false };

const platforms = [{ architecture: 'amd64' }, { architecture: 'arm64' }, { architecture: 's390x' }];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archipelago-console-images-'));
  const cluster: EmbeddedCluster = await startEmbeddedCluster({ insecure: true });
  const lease = async () => ({
    ...({ name: 'embedded', hurry: 200, lookMs: 4 } as const),
    admin: () => inProcessTransport(cluster),
    operator: () => inProcessTransport(cluster),
    release: () => cluster.stop(),
  });
  const servers = { name: 'embedded', areSeparate: true, lease, stop: async () => {} } as const;
  const nodes = ['amd64', 'arm64'].map((arch) => ({ name: arch, arch, roles: ['worker'] }));
  const facts = { platform: 'kubernetes', operatorNamespace: namespace, nodes } as const;
  world = await createWorld(facts, { servers, without: ['ssps.ssp.kubevirt.io'] });
  kubeconfig = join(folder, 'kubeconfig');
  await writeFile(kubeconfig, cluster.kubeconfig());
  [told, untold] = [await startImageRegistry(), await startImageRegistry()];
  await world.write({
    apiVersion: 'hco.kubevirt.io/v1beta1',
    kind: 'HyperConverged',
    metadata: { name: 'kubevirt-hyperconverged', namespace },
    spec: {
      featureGates: { enableMultiArchBootImageImport: true },
      // without the bound it would be reached
      storageImport: { insecureRegistries: [untold.host] },
    },
  });
  for (const registry of [told, untold]) registry.push(repository, '1', { platforms });
  const rule = { mirrors: [], insecure: false, blockedFor: [] };
  const rules = [
    { ...rule, prefix: told.host, insecure: true },
    { ...rule, prefix: `r.example/${repository}`, location: `${told.host}/${repository}` },
  ];
  const client = createKubernetesClient({ transport: inProcessTransport(cluster), userAgent: 'test' });
  await tellRegistries(client, namespace, rules);
}, 60_000);

afterAll(async () => {
  await world.stop();
  await Promise.all([told.stop(), untold.stop()]);
  await rm(folder, { recursive: true, force: true });
});

describe('an image that is to be added', () => {
  const ask = () => lookUpImage({ kubeconfig }, io);
  const reference = `r.example/${repository}:1`;

  it('is looked up, and becomes a template for its architectures', async () => {
    const digest = expect.stringMatching(/^sha256:/);
    expect(await ask().answer({ reference })).toMatchObject({
      image: { reference, digest, platforms: platforms.map((each) => ({ ...each, digest })) },
      architectures: ['amd64', 'arm64', 's390x'],
      workload: ['amd64', 'arm64'],
      entry: {
        metadata: {
          name: 'os-1-image-cron',
          annotations: { 'ssp.kubevirt.io/dict.architectures': 'amd64,arm64,s390x' },
        },
        spec: { template: { spec: { source: { registry: { url: `docker://${reference}` } } } } },
      },
    });
  });

  it('is planned as it was made', async () => {
    const { patch } = await ask().answer({ reference, name: 'own', size: '7Gi' });
    const planned = await planEdit({ kubeconfig }, io).answer({ patch: patch ?? null });
    const image = (architecture: string) => ({
      architecture,
      images: [{ dataSource: `own-${architecture}`, storage: '7Gi' }],
    });
    expect(planned).toMatchObject({
      allowed: true,
      server: { state: 'accepts' },
      plan: { goldenImages: { imports: [image('amd64'), image('arm64')], unanswered: expect.any(Array) } },
    });
  });

  it.each<[string, JsonObject, string]>([
    ['no reference', { reference: 'oci-archive:/x' }, 'archive in a file'],
    ['a name that is none', { reference: 'r.example/x', name: 'A' }, 'name A'],
    ['a name that is taken', { reference: 'r.example/x', name: 'fedora' }, 'choose another name'],
  ])('by %s is a mistake of use', async (_, body, message) => {
    expect(await ask().answer(body)).toMatchObject({
      problem: { kind: 'notThere', message: expect.stringContaining(message) },
    });
  });

  it('gets a free name where its own is taken', async () => {
    told.push('team/fedora', 'latest', { platforms });
    const answer = await ask().answer({ reference: `${told.host}/team/fedora` });
    expect(answer).toMatchObject({ entry: { metadata: { name: 'fedora-2-image-cron' } } });
  });

  it('lists no architecture that no node can have, whatever its registry calls its platforms', async () => {
    const named = (...names: readonly string[]) => ({
      platforms: names.map((architecture) => ({ architecture })),
    });
    told.push('team/odd', '1', named('arm64', 'amd64,s390x', '<b>\u202e'));
    told.push('team/odd', '2', named('vax'));
    const answer = await ask().answer({ reference: `${told.host}/team/odd:1` });
    expect(answer).toMatchObject({
      architectures: ['arm64'],
      entry: { metadata: { annotations: { 'ssp.kubevirt.io/dict.architectures': 'arm64' } } },
    });
    expect(await ask().answer({ reference: `${told.host}/team/odd:2` })).toMatchObject({
      failure: { message: 'the image has no architecture that a node can have' },
    });
  });

  it('is not asked for on its machine by a console for many, nor planned there', async () => {
    const token = /^ +token: (\S+)$/m.exec(await readFile(kubeconfig, 'utf8'))?.[1] ?? '';
    const login = { token, refused: () => undefined, registries: {} };
    const url = `${untold.host}/${repository}:1`;
    const spec = { schedule: '0 * * * *', managedDataSource: 'x' };
    const source = { registry: { url: `docker://${url}` } };
    const entry = { metadata: { name: 'x' }, spec: { ...spec, template: { spec: { source } } } };
    const patch = { spec: { dataImportCronTemplates: [entry] } };
    expect(await lookUpImage({ kubeconfig, login }, io).answer({ reference: url })).toMatchObject({
      failure: { message: expect.stringContaining(untold.host) },
    });
    expect(await planEdit({ kubeconfig, login }, io).answer({ patch })).toMatchObject({ allowed: true });
    expect(untold.requests).toEqual([]);
    expect(await ask().answer({ reference: url })).toMatchObject({
      architectures: ['amd64', 'arm64', 's390x'],
    });
  });

  it.each<[boolean, JsonObject]>([
    [true, { reference: 'x' }],
    [true, { reference: 'x', name: 'a', size: '1Gi', secret: 's' }],
    [false, {}],
    [false, { reference: '' }],
    [false, { reference: 'x'.repeat(501) }],
    [false, { reference: 'x', secret: {} }],
  ])('is asked for by its reference: %s for %j', (is, body) => {
    expect(ask().fits(body)).toBe(is);
  });
});

describe('another architecture', () => {
  const ask = () => whatIf({ kubeconfig }, io);

  it('that joined would bring its images, and those only', async () => {
    const answer = await ask().answer({ what: 'joins', architecture: 's390x' });
    const images = ['centos-stream10', 'centos-stream9', 'fedora'].map((name) => ({
      dataSource: `${name}-s390x`,
    }));
    expect(answer).toMatchObject({
      notes: [],
      plan: { fields: [], goldenImages: { imports: [{ architecture: 's390x', images }], removals: [] } },
    });
  });

  it('that left would take its images along', async () => {
    const answer = await ask().answer({ what: 'leaves', architecture: 'arm64' });
    const goes = { architecture: 'arm64', when: 'afterGracePeriod' };
    expect(answer).toMatchObject({
      plan: { goldenImages: { imports: [], removals: [goes, goes, goes] } },
    });
  });

  it.each<[boolean, JsonObject]>([
    [true, { what: 'joins', architecture: 'ppc64le' }],
    [false, { what: 'joins', architecture: 'vax' }],
    [false, { what: 'comes', architecture: 'arm64' }],
    [false, {}],
  ])('is asked about by its name: %s for %j', (is, body) => {
    expect(ask().fits(body)).toBe(is);
  });
});
