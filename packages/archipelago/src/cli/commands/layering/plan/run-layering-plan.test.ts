import type { JsonObject } from '@archipelago/apimachinery';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { names, ownGroup } from '../../../../layering/api/layering-names.ts';
import { contentTag } from '../../../../layering/object-names.ts';
import { configKinds, layeringKinds } from '../../../../operator/layering/layering-kinds.ts';
import {
  type ImageRegistry,
  startImageRegistry,
} from '../../../../simulation/image-registry/start-image-registry.ts';
import {
  demand,
  emptyLayeringCluster,
  type LayeringTestCluster,
} from '../cluster/layering-cluster.test-support.ts';

let registry: ImageRegistry;
let shown: LayeringTestCluster;
let here: readonly string[];

const namespace = 'layering';
const where = ['--layering-namespace', namespace, '--insecure'];

function config(spec: JsonObject = {}): JsonObject {
  return {
    apiVersion: `${ownGroup}/v1`,
    kind: 'MachineOSConfig',
    metadata: { name: 'edge' },
    spec: {
      nodeSelector: { pool: 'edge' },
      baseImage: `${registry.host}/base/os:10`,
      imageBuilder: { imageBuilderType: 'Job' },
      renderedImagePushSecret: { name: 'push' },
      renderedImagePushSpec: `${registry.host}/os/edge:latest`,
      containerFile: [{ containerfileArch: 'NoArch', content: 'RUN any' }],
      ...spec,
    },
  };
}

function node(name: string, architecture: string) {
  const labels = { pool: 'edge', 'kubernetes.io/arch': architecture, 'kubernetes.io/os': 'linux' };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels },
    status: {
      nodeInfo: { architecture, operatingSystem: 'linux' },
      conditions: [{ type: 'Ready', status: 'True' }],
    },
  };
}

const plan = async (argv: readonly string[], files: Readonly<Record<string, string>> = {}) => {
  const ran = await shown.run(['plan', ...argv, '-o', 'json'], files);
  expect(ran.err).toBe('');
  const { configs } = JSON.parse(ran.out);
  return { code: ran.code, ...configs[0] };
};

const actions = ({ platforms }: { platforms: { architecture: string; action: string }[] }) =>
  platforms.map(({ architecture, action }) => `${architecture} ${action}`);

beforeAll(async () => {
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy']) vi.stubEnv(name, undefined);
  registry = await startImageRegistry();
  registry.push('base/os', '10', { platforms: [{ architecture: 'amd64' }, { architecture: 'arm64' }] });
  shown = await emptyLayeringCluster();
  for (const [name, architecture] of [
    ['a1', 'amd64'],
    ['b1', 'arm64'],
  ] as const) {
    const { status, ...rest } = node(name, architecture);
    await demand(shown.client.create(layeringKinds.nodes, rest));
    await demand(
      shown.client.patchStatus(layeringKinds.nodes, { name }, { type: 'merge', body: { status } }),
    );
    // a node begins with the taint of one that is not ready
    const body = { spec: { taints: null } };
    await demand(shown.client.patch(layeringKinds.nodes, { name }, { type: 'merge', body }));
  }
  const object = JSON.parse(JSON.stringify(config()));
  await demand(shown.client.create(configKinds[ownGroup], object));
  const auth = Buffer.from(JSON.stringify({ auths: {} })).toString('base64');
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'push', namespace },
    type: 'kubernetes.io/dockerconfigjson',
    data: { '.dockerconfigjson': auth },
  };
  await demand(shown.client.create(layeringKinds.secrets, secret));
  here = where;
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await shown.stop();
  await registry.stop();
});

describe('layering plan', () => {
  it('tells what would be built, asks registries only to look, and writes nothing', async () => {
    const before = JSON.stringify((await demand(shown.client.list(configKinds[ownGroup]))).items);
    const seen = registry.requests.length;
    const view = await plan(['edge', ...here]);
    expect(view).toMatchObject({ code: 1, verdict: 'build', cause: 'Wanted', publish: 'Index', removed: [] });
    expect(actions(view)).toEqual(['amd64 build', 'arm64 build']);
    expect(view.platforms[0]).toMatchObject({
      containerfile: 'NoArch',
      because: 'there is no build before',
      base: expect.stringMatching(/^127\.0\.0\.1:\d+\/base\/os@sha256:[0-9a-f]{64}$/),
    });
    expect(view.target).toBe(`${registry.host}/os/edge:${view.build}`);
    const methods = registry.requests.slice(seen).map(({ method }) => method);
    expect(methods.length).toBeGreaterThan(2);
    expect(methods.filter((method) => method !== 'GET' && method !== 'HEAD')).toEqual([]);
    expect(JSON.stringify((await demand(shown.client.list(configKinds[ownGroup]))).items)).toBe(before);
    const text = await shown.run(['plan', ...here]);
    expect(text.out).toMatch(/^edge: 2 of 2 images would be built\n {2}build {2}edge-\w{20} \(Wanted\)\n/);
    expect(text.out).toMatch(/^ {2}\+ arm64 +build +NoArch +there is no build before$/m);
    expect(text.out).toMatch(/\n\nimages: 2 to build, 0 to use again, 0 to go\n$/);
    const wide = await shown.run(['plan', ...here, '-o', 'wide']);
    expect(wide.out).toMatch(/ CONTAINERFILE +BASE +REUSED FROM +BECAUSE\n.* NoArch +\S+@sha256:/);
    expect((await shown.run(['plan', ...here, '-o', 'name'])).out).toBe(`machineosconfig.${ownGroup}/edge\n`);
  });

  it('finds images that are there, by what they are made of', async () => {
    const view = await plan(['edge', ...here]);
    const [amd64] = view.platforms;
    const [, digest] = amd64.base.split('@');
    const labels = { [names.key]: amd64.key, 'org.opencontainers.image.base.digest': digest };
    registry.push('os/edge', contentTag(amd64.key, 'amd64'), {
      platforms: [{ architecture: 'amd64', labels }],
    });
    const again = await plan(['edge', ...here]);
    expect(actions(again)).toEqual(['amd64 reuse', 'arm64 build']);
    const other = await plan(['edge', ...here, '--set', 'spec.containerFile=[{content: RUN other}]']);
    expect(actions(other)).toEqual(['amd64 build', 'arm64 build']);
  });

  it('plans for a file instead, new configs included', async () => {
    const other = config({ architectures: ['arm64'] });
    const view = await plan(['-f', 'edge.yaml', ...here], { 'edge.yaml': JSON.stringify(other) });
    expect([view.publish, actions(view)]).toEqual(['Manifest', ['arm64 build']]);
    const fresh = { ...config(), metadata: { name: 'fresh' } };
    const created = await plan(['-f', '-', ...here], { '-': JSON.stringify(fresh) });
    expect([created.name, created.verdict]).toEqual(['fresh', 'build']);
  });

  it('plans without a cluster from what kubectl prints', async () => {
    const list = { apiVersion: 'v1', kind: 'List', items: [node('z1', 'arm64'), config()] };
    const files = { 'cluster.yaml': JSON.stringify(list) };
    const { main } = await import('../../../main.ts');
    let out = '';
    const io = {
      out: (text: string) => {
        out += text;
      },
      err: () => undefined,
      read: async (path: string) => files[path as keyof typeof files],
      color: false,
    };
    const code = await main(
      ['layering', 'plan', '--cluster', 'cluster.yaml', '--insecure', '-o', 'yaml'],
      io,
    );
    expect(code).toBe(1);
    expect(out).toMatch(/architecture: arm64\n {4}key: "?[0-9a-f]{64}"?\n {4}action: build\n/);
  });

  it('tells when a secret is missing and when a registry does not answer', async () => {
    const missing = await plan(['edge', ...here, '--set', 'spec.baseImagePullSecret={name: gone}']);
    expect([missing.code, missing.verdict]).toEqual([1, 'held']);
    expect(missing.findings.at(-1)).toMatchObject({ reason: 'SecretMissing', fix: expect.any(String) });
    expect(missing.findings.at(-1).message).toContain(`Secret gone is not in namespace ${namespace}`);
    const down = await plan(['edge', ...here, '--set', 'spec.baseImage=127.0.0.1:1/base:1']);
    expect(down).toMatchObject({
      code: 1,
      verdict: 'unknown',
      unanswered: [{ reference: '127.0.0.1:1/base:1' }],
    });
  });

  it.each<readonly [string, readonly string[], string]>([
    ['a config that is not there', ['gone'], 'there is no MachineOSConfig gone; there are edge'],
    ['a field that is none', ['--set', 'spec.baseImages=x'], 'did you mean baseImage?'],
    ['a field outside of spec', ['--set', 'status.nodes=[]'], "is no field of a MachineOSConfig's spec"],
    ['no value', ['--set', 'spec.baseImage'], 'write path=value'],
    ['an entry of a list', ['--set', 'spec.containerFile[0].content=x'], 'names an entry of a list'],
    ['a value of the wrong type', ['--set', 'spec.build.maxParallel=many'], 'spec.build.maxParallel "many"'],
    [
      'a value that breaks a rule',
      ['--set', 'spec.renderedImagePushSpec=x'],
      '--set: spec.renderedImagePushSpec "x"',
    ],
    ['YAML that is none', ['--set', 'spec.architectures=[a'], 'the value is no YAML'],
    ['a trap', ['--set', 'spec.__proto__.x=1'], 'spec.__proto__.x: is no field'],
    [
      'a huge value',
      ['--set', `spec.baseImage=${'x'.repeat(100_000)}`],
      'spec.baseImage "100000 characters"',
    ],
    ['a file that is not there', ['-f', 'gone.yaml'], 'gone.yaml'],
    ['a file of another kind', ['-f', 'pod.yaml'], 'is no MachineOSConfig'],
    ['a file without a name', ['-f', 'bare.yaml'], 'bare.yaml: metadata.name: is missing'],
    ['a file for another config', ['other', '-f', 'edge.yaml'], 'other: edge.yaml has the config edge'],
    ['a file that is no YAML', ['-f', 'broken.yaml'], 'broken.yaml:1:'],
    ['logins that are none', ['--authfile', 'broken.yaml'], '--authfile broken.yaml'],
    ['a cluster twice', ['--cluster', 'list.yaml'], 'leave one of them out'],
  ])('refuses %s as a mistake of use', async (_, argv, says) => {
    const files = {
      'pod.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: edge}\n',
      'bare.yaml': 'kind: MachineOSConfig\n',
      'edge.yaml': JSON.stringify(config()),
      'broken.yaml': '{[',
      'list.yaml': 'items: []\n',
    };
    const { code, out, err } = await shown.run(['plan', ...argv, ...here], files);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(says);
    expect(err.length).toBeLessThan(1_000);
  });

  it.each<readonly [string, string, string]>([
    ['no objects', 'items: []\n', 'has no objects; write what kubectl get'],
    ['texts', 'items: [a]\n', 'has no objects; write what kubectl get'],
    ['nameless objects', 'items: [{kind: Node, apiVersion: v1}]\n', 'object 1: lacks apiVersion, kind or'],
  ])('refuses %s for a cluster', async (_, text, says) => {
    let err = '';
    const io = {
      out: () => undefined,
      err: (each: string) => {
        err += each;
      },
      read: async () => text,
      color: false,
    };
    const { main } = await import('../../../main.ts');
    expect(await main(['layering', 'plan', '--cluster', 'x.yaml'], io)).toBe(2);
    expect(err).toContain(says);
  });
});
