import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JsonObject, type JsonValue, parseJson, textAt } from '@archipelago/apimachinery';
import { createKubernetesClient, type KubernetesClient, type Resource } from '@archipelago/kube-client';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleAsks } from '../../packages/archipelago/src/cli/commands/console/console-asks.ts';
import { consolePages } from '../../packages/archipelago/src/cli/commands/console/console-pages.ts';
import { allChecks } from '../../packages/archipelago/src/cli/commands/doctor/chosen-checks.ts';
import { showWorld } from '../../packages/archipelago/src/cli/commands/layering/cluster/layering-cluster.test-support.ts';
import type { LayeringClusterOptions } from '../../packages/archipelago/src/cli/flags/layering-cluster-flags.ts';
import type { Io } from '../../packages/archipelago/src/cli/process/io.ts';
import { japaneseTexts } from '../../packages/archipelago/src/doctor/japanese/texts.ts';
import { World } from '../../packages/archipelago/src/layering/build-plan/simulated-world.test-support.ts';
import { flagsForBrowsers } from '../support/flags-for-browsers.ts';
import { startDoctoredCluster } from './doctored-cluster.test-support.ts';
import { run } from './run-command.test-support.ts';

const io: Io = {
  out: () => undefined,
  err: () => undefined,
  read: async () => '',
  find: async () => undefined,
  color: false,
};

/** Bodies that pages send, and some that no page of ours sends. */
const bodies: readonly (readonly [string, JsonObject])[] = [
  ['plan', { patch: { spec: { evictionStrategy: 'External' } } }],
  ['plan', { patch: { spec: { evictionStrategy: 'Never', deployVmConsoleProxy: 'x' } } }],
  ['plan', { object: {} }],
  ['yaml', { patch: {} }],
  ['yaml', { yaml: 'spec: [', stored: {} }],
  [
    'apply',
    { patch: {}, stored: { metadata: { name: 'a', namespace: 'b', uid: 'u', resourceVersion: '1' } } },
  ],
  ...['VD001', 'VD301', 'none'].map((code): [string, JsonObject] => ['fix', { code }]),
  ['ignore', { code: 'VD001', reason: 'a test', until: 'x' }],
  ['ignore', { code: 'VD001', reason: 'a test' }],
  ['ignore', { code: 'VD001', reason: 'a test', object: { kind: 'StorageClass', name: 'none' } }],
  ['undo', { undo: {} }],
  ['report', { format: 'json' }],
  ['clock', { by: '25h' }],
  ['clock', { by: 'x' }],
  ['fault', { annotation: 'x', value: '' }],
  ['find-machines', { namespace: 'default', name: 'none' }],
  ['build-log', { config: 'edge', architecture: 'arm64' }],
  ['build-log', { config: 'edge', architecture: 'x86' }],
  ['build-log', { config: 'none' }],
  ['plan-node-image', { config: 'edge' }],
  ['plan-node-image', { config: 'edge', containerFile: [{ content: 'RUN true' }] }],
  ['plan-node-image', { config: 'edge', containerFile: [{ content: 1 }] }],
  [
    'plan-node-image',
    { config: 'edge', containerFile: Array.from({ length: 300 }, () => ({ content: '' })) },
  ],
  ...[[], ['amd64'], ['arm64'], ['x86'], ['s390x']].flatMap((architectures) =>
    ['retry', 'rebuild'].map((request): [string, JsonObject] => [
      'ask-for-build',
      { config: 'edge', request, architectures },
    ]),
  ),
  ['runbooks', {}],
  ['image', { reference: 'not an image' }],
  ['image', { reference: 'registry.invalid/os/fedora:41' }],
  ['what-if', { what: 'joins', architecture: 'arm64' }],
];

/** All that a console says of a cluster, page by page and ask by ask. */
async function answersOf(options: LayeringClusterOptions): Promise<Readonly<Record<string, JsonValue>>> {
  const answers: Record<string, JsonValue> = {};
  const pages = [...consolePages(options, io)].map(async ([name, look]) => {
    answers[name] = await look(undefined);
  });
  const asks = consoleAsks(options, io);
  const asked = bodies.map(async ([name, body]) => {
    const answer = await asks.get(name)?.answer(body);
    answers[`${name} ${JSON.stringify(body).slice(0, 120)}`] = answer ?? 'there is no such ask';
  });
  await Promise.all([...pages, ...asked]);
  return answers;
}

async function expectNoFlags(options: LayeringClusterOptions): Promise<Readonly<Record<string, JsonValue>>> {
  const answers = await answersOf(options);
  expect(flagsForBrowsers(answers)).toEqual([]);
  return answers;
}

let folder: string;
let cluster: EmbeddedCluster;
let admin: KubernetesClient;

const file = (name: string) => join(folder, name);

async function write(name: string, text: string): Promise<LayeringClusterOptions> {
  await writeFile(file(name), text);
  return { kubeconfig: file(name) };
}

const group = 'hco.kubevirt.io';
const hyperConvergeds: Resource = {
  ...{ group, version: 'v1beta1', plural: 'hyperconvergeds', kind: 'HyperConverged', namespaced: true },
};
const core = { group: '', version: 'v1', namespaced: true } as const;
const accounts: Resource = { ...core, plural: 'serviceaccounts', kind: 'ServiceAccount' };
const namespaces: Resource = { ...core, plural: 'namespaces', kind: 'Namespace', namespaced: false };
const definitions: Resource = {
  ...{ group: 'apiextensions.k8s.io', version: 'v1', plural: 'customresourcedefinitions' },
  ...{ kind: 'CustomResourceDefinition', namespaced: false },
};

async function create(resource: Resource, object: object): Promise<void> {
  const apiVersion = resource.group === '' ? 'v1' : `${resource.group}/${resource.version}`;
  const made = await admin.create(resource, {
    ...{ apiVersion, kind: resource.kind, metadata: { name: '' } },
    ...object,
  });
  if (!made.ok) throw new Error(made.status.message);
}

async function converged(...places: readonly string[]): Promise<void> {
  for (const namespace of places)
    await create(hyperConvergeds, { metadata: { name: 'kubevirt-hyperconverged', namespace }, spec: {} });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archipelago-console-advice-'));
  cluster = await startEmbeddedCluster({ insecure: true });
  admin = createKubernetesClient({ transport: inProcessTransport(cluster), userAgent: 'test' });
});

afterAll(async () => {
  admin.close();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('what the console says names no flag, which nobody can type into a browser', () => {
  it.each<[string, RegExp, RegExp, string]>([
    [
      'nobody listens',
      /server: .*/,
      /nobody listens there.*who starts the console/,
      'server: http://127.0.0.1:1',
    ],
    ['the login is not known', /token: .*/, /log in again, or come with another login/, 'token: of-nobody'],
  ])('where %s', async (_, from, says, to) => {
    const options = await write('away', cluster.kubeconfig().replace(from, to));
    expect((await expectNoFlags(options)).images).toMatchObject({
      problem: { message: expect.stringMatching(says) },
    });
    // the same at the terminal
    expect((await run(['images', '--kubeconfig', file('away')], {})).err).toMatch(
      /--kubeconfig or --context/,
    );
  });

  it('where nothing is installed', async () => {
    await expectNoFlags(await write('bare', cluster.kubeconfig()));
  });

  it('where nothing may be read', async () => {
    await create(accounts, { metadata: { name: 'joe', namespace: 'default' } });
    const path = '/api/v1/namespaces/default/serviceaccounts/joe/token';
    const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
    const made = await admin.raw({ method: 'POST', path, body });
    const token = made.ok ? textAt(made.value, 'status', 'token') : '';
    const options = await write('joe', cluster.kubeconfig().replace(/token: .*/, `token: ${token}`));
    expect((await expectNoFlags(options)).images).toMatchObject({
      problem: { message: expect.stringMatching(/could not be listed.*come with another login/) },
    });
  });

  it('where there is a HyperConverged elsewhere, and where there are two', async () => {
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    await create(definitions, {
      metadata: { name: `hyperconvergeds.${group}` },
      spec: {
        ...{ group, scope: 'Namespaced' },
        names: { plural: 'hyperconvergeds', kind: 'HyperConverged', singular: 'hyperconverged' },
        versions: [{ name: 'v1beta1', served: true, storage: true, schema }],
      },
    });
    for (const name of ['one', 'other']) await create(namespaces, { metadata: { name } });
    const options = await write('two', cluster.kubeconfig());
    expect((await expectNoFlags(options)).settings).toMatchObject({
      problem: { message: expect.stringContaining('create one, or who starts the console chooses one') },
    });
    await converged('one');
    expect((await expectNoFlags({ ...options, namespace: 'other' })).settings).toMatchObject({
      problem: { message: expect.stringContaining('archipelago console --namespace') },
    });
    await converged('other');
    expect((await expectNoFlags(options)).settings).toMatchObject({
      problem: { message: expect.stringContaining('archipelago console --namespace') },
    });
    const { err } = await run(['images', '--kubeconfig', file('two')], {});
    expect(err).toContain('choose one with --namespace');
  });

  it('where builds of node images fail', async () => {
    const world = new World({ nodes: { a1: 'amd64', b1: 'arm64' } });
    world.behaviour = (architecture) =>
      architecture === 'amd64' ? { kind: 'succeed' } : { kind: 'fail', exitCode: 65 };
    world.through(600);
    const shown = await showWorld(world);
    try {
      const answers = await expectNoFlags({ kubeconfig: shown.kubeconfig });
      expect(JSON.stringify(answers.layering)).toContain(
        'ask for a retry of edge, on the page of node images',
      );
      expect((await shown.run(['status', '-o', 'wide'])).out).toContain('archipelago layering retry edge');
    } finally {
      await shown.stop();
    }
  });

  it('where checks of the doctor find something', async () => {
    const doctored = await startDoctoredCluster();
    try {
      await writeFile(file('doctored'), doctored.kubeconfig);
      const pages = consolePages({ kubeconfig: file('doctored') }, io);
      for (const code of ['VD201', 'VD301', 'VD302', 'VD311']) {
        await doctored.prepare(code);
        for (const page of ['overview', 'doctor', 'doctor-ja'])
          expect(flagsForBrowsers(await pages.get(page)?.(undefined), `${code} ${page}`)).toEqual([]);
      }
    } finally {
      await doctored.stop();
    }
  }, 120_000);

  it('whatever a check of the doctor can tell', () => {
    const texts = parseJson(JSON.stringify([allChecks, japaneseTexts]));
    expect(flagsForBrowsers(texts)).toEqual([]);
  });
});
