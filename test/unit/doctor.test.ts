import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bootSourceKinds } from '../../packages/archipelago/src/operator/golden-images/boot-source-kinds.ts';
import { createNamespace } from '../../packages/archipelago/src/simulation/actors/furnish-cluster.ts';
import {
  type ImageRegistry,
  startImageRegistry,
} from '../../packages/archipelago/src/simulation/image-registry/start-image-registry.ts';
import { createWorld, demand, type World } from '../suites/operator-world.ts';
import { type Ran, run } from './run-command.test-support.ts';

const namespace = 'kubevirt-hyperconverged';
const home = 'kubevirt-os-images';
const machines: Resource = {
  group: 'kubevirt.io',
  version: 'v1',
  plural: 'virtualmachines',
  kind: 'VirtualMachine',
  namespaced: true,
};
const kinds: readonly Resource[] = [...Object.values(bootSourceKinds), machines];

let folder: string;
let cluster: EmbeddedCluster;
let world: World;
let registry: ImageRegistry;
let kubeconfig: readonly string[];

beforeAll(async () => {
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy']) vi.stubEnv(name, undefined);
  folder = await mkdtemp(join(tmpdir(), 'archipelago-doctor-test-'));
  registry = await startImageRegistry();
  const of = (...architectures: readonly string[]) => ({
    platforms: architectures.map((architecture) => ({ architecture })),
    index: true,
  });
  registry.push('fedora', 'v1', of('amd64', 'arm64'));
  registry.push('lone', 'v1', { platforms: [{ architecture: 'amd64' }] });
  registry.push('power', 'v1', of('amd64', 'ppc64le'));
  world = await createWorld(
    { platform: 'kubernetes', operatorNamespace: namespace, nodes: nodes('amd64', 'arm64') },
    {
      servers: {
        name: 'embedded',
        areSeparate: true,
        lease: async () => {
          cluster = await startEmbeddedCluster({ insecure: true });
          const admin = () => inProcessTransport(cluster);
          const release = () => cluster.stop();
          return { name: 'embedded', hurry: 1, lookMs: 4, admin, operator: admin, release };
        },
        stop: async () => {},
      },
      without: ['ssps.ssp.kubevirt.io', 'volumesnapshots.snapshot.storage.k8s.io'],
    },
  );
  for (const name of [home, 'team']) await createNamespace(world.client, name);
  const file = join(folder, 'kubeconfig');
  await writeFile(file, cluster.kubeconfig());
  kubeconfig = ['--kubeconfig', file];
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await world.stop();
  await registry.stop();
  await rm(folder, { recursive: true, force: true });
});

function nodes(...architectures: readonly string[]): JsonObject[] {
  return architectures.map((arch) => ({ name: `n-${arch}`, arch, roles: ['worker'] }));
}

interface Template {
  readonly image: string;
  readonly name?: string;
  readonly annotated?: string;
  readonly source?: JsonObject;
}

function template({ image, name = image, annotated, source }: Template): JsonObject {
  const annotations = annotated === undefined ? {} : { 'ssp.kubevirt.io/dict.architectures': annotated };
  const url = image.includes('/') ? image : `${registry.host}/${image}:v1`;
  return {
    metadata: { name: `${name}-cron`, annotations },
    spec: {
      schedule: '0 */12 * * *',
      managedDataSource: image.replace(/^.*\//, ''),
      template: { spec: { source: source ?? { registry: { url: `docker://${url}` } } } },
    },
  };
}

function hyperConverged(templates: readonly Template[], isOn = true): JsonObject {
  return {
    apiVersion: 'hco.kubevirt.io/v1beta1',
    kind: 'HyperConverged',
    metadata: { name: 'kubevirt-hyperconverged', namespace },
    spec: {
      enableCommonBootImageImport: false,
      featureGates: { enableMultiArchBootImageImport: isOn },
      storageImport: { insecureRegistries: [registry.host] },
      dataImportCronTemplates: templates.map(template),
    },
  };
}

interface Machine {
  readonly architecture?: string;
  readonly from?: string;
  readonly selector?: JsonObject;
}

function machine({ architecture, from, selector }: Machine): KubernetesObject {
  const sourceRef = { kind: 'DataSource', name: from ?? '', namespace: home };
  const disk = { metadata: { name: 'disk' }, spec: { sourceRef, storage: {} } };
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name: 'web', namespace: 'team' },
    spec: {
      runStrategy: 'Always',
      ...(from === undefined ? {} : { dataVolumeTemplates: [disk] }),
      template: {
        spec: {
          ...(architecture === undefined ? {} : { architecture }),
          ...(selector === undefined ? {} : { nodeSelector: selector }),
          domain: { devices: {} },
        },
      },
    },
  };
}

function cdi(kind: string, name: string, more: Partial<KubernetesObject> = {}): KubernetesObject {
  return {
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind,
    spec: {},
    ...more,
    metadata: { ...more.metadata, name, namespace: home },
  };
}

/** A DataSource with an image of an architecture; a pointer where `to` says so. */
function source(
  name: string,
  sketch: { arch?: string; to?: string; ready?: boolean } = {},
): KubernetesObject {
  const { arch, to, ready = true } = sketch;
  const status = { conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] };
  const spec = {
    source:
      to === undefined
        ? { pvc: { name: 'disk', namespace: home } }
        : { dataSource: { name: to, namespace: home } },
  };
  const labels = arch === undefined ? {} : { 'template.kubevirt.io/architecture': arch };
  return cdi('DataSource', name, { metadata: { name, labels }, spec, status });
}

const ours = {
  'operator-sdk/primary-resource': `${namespace}/kubevirt-hyperconverged`,
  'operator-sdk/primary-resource-type': 'HyperConverged.hco.kubevirt.io',
};

interface Case {
  readonly templates?: readonly Template[];
  readonly isOff?: true;
  readonly objects?: readonly KubernetesObject[];
  readonly architectures?: readonly string[];
  /** Level, object, reason. */
  readonly found: readonly string[];
  readonly code: 0 | 1;
}

/** As CDI leaves a cron whose registry speaks no TLS. */
function failingCron(name: string, dataSource: string): KubernetesObject {
  const condition = (type: string, reason: string, message: string) => ({
    type,
    status: 'False',
    reason,
    message,
  });
  return {
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'DataImportCron',
    metadata: { name, namespace: home, annotations: ours },
    spec: { managedDataSource: dataSource, schedule: '0 0 * * *', template: { spec: {} } },
    status: {
      conditions: [
        condition('Progressing', 'NoImport', 'No current import'),
        condition('UpToDate', 'NoDigest', 'the server speaks no TLS'),
      ],
    },
  };
}

const image = (level: string, name: string, reason: string) =>
  `${level} DataImportCronTemplate ${name}-cron ${reason}`;
const vm = (level: string, reason: string) => `${level} VirtualMachine team/web ${reason}`;
const bootSource = (kind: string, name: string, reason: string) => `error ${kind} ${home}/${name} ${reason}`;

const cases: Readonly<Record<string, Case>> = {
  'nothing at all': { found: [], code: 0 },
  'images whose annotation and registry agree': {
    templates: [{ image: 'fedora', annotated: 'amd64, arm64' }, { image: 'lone' }],
    found: [],
    code: 0,
  },
  'a hint: the image has more than its annotation says': {
    templates: [{ image: 'fedora', annotated: 'arm64' }],
    found: [image('info', 'fedora', 'AnnotationLacksArchitecture')],
    code: 0,
  },
  'an architecture that no node can have': {
    templates: [{ image: 'fedora', annotated: 'amd64,arm64,x86_64' }],
    found: [image('warning', 'fedora', 'UnknownArchitecture')],
    code: 1,
  },
  'a registry that is not there': {
    templates: [{ image: '127.0.0.1:1/ghost', name: 'ghost' }],
    found: [image('warning', 'ghost', 'ProbeFailed')],
    code: 1,
  },
  'an image that its registry does not have': {
    templates: [{ image: 'missing' }],
    found: [image('warning', 'missing', 'ProbeFailed')],
    code: 1,
  },
  'an image of which nobody can tell': {
    templates: [{ image: 'disk', source: { registry: { imageStream: 'rhel' } } }],
    found: [image('warning', 'disk', 'ArchitecturesUnknown')],
    code: 1,
  },
  'a hint and a warning': {
    templates: [
      { image: 'fedora', annotated: 'arm64' },
      { image: 'lone', annotated: 'amd64,x86_64' },
    ],
    found: [
      image('info', 'fedora', 'AnnotationLacksArchitecture'),
      image('warning', 'lone', 'UnknownArchitecture'),
    ],
    code: 1,
  },
  'an index that lacks what is annotated': {
    templates: [{ image: 'fedora', annotated: 'amd64,arm64,s390x' }],
    found: [image('error', 'fedora', 'IndexLacksArchitecture')],
    code: 1,
  },
  'the same while the gate is off': {
    templates: [{ image: 'fedora', annotated: 'amd64,arm64,s390x' }],
    isOff: true,
    found: [
      `warning HyperConverged ${namespace}/kubevirt-hyperconverged SeveralArchitectures`,
      image('error', 'fedora', 'IndexLacksArchitecture'),
    ],
    code: 1,
  },
  'an image that CDI cannot import, for a reason that it knows': {
    templates: [{ image: 'lone' }],
    objects: [failingCron('lone-cron-amd64', 'lone-amd64')],
    found: [bootSource('DataImportCron', 'lone-cron-amd64', 'ImportFailed')],
    code: 1,
  },
  'an image of one architecture that is annotated with two': {
    templates: [{ image: 'lone', annotated: 'amd64,arm64' }],
    found: [image('error', 'lone', 'SingleArchitectureImage')],
    code: 1,
  },
  'an annotation of nothing but commas': {
    templates: [{ image: 'lone', annotated: ',' }],
    found: [
      image('error', 'lone', 'NoArchitectureListed'),
      image('info', 'lone', 'AnnotationLacksArchitecture'),
    ],
    code: 1,
  },
  'an architecture of nodes that KubeVirt does not know': {
    templates: [{ image: 'power' }],
    architectures: ['amd64', 'ppc64le'],
    found: ['error architecture ppc64le UnsupportedArchitecture'],
    code: 1,
  },
  'names that are too long': {
    templates: [{ image: 'lone', name: 'x'.repeat(55) }],
    found: [bootSource('DataImportCron', `${'x'.repeat(55)}-cron-amd64`, 'NameTooLong')],
    code: 1,
  },
  'names that two templates want': {
    templates: [{ image: 'lone' }, { image: 'lone', name: 'other' }],
    found: [
      bootSource('DataSource', 'lone', 'NameTaken'),
      bootSource('DataSource', 'lone-amd64', 'NameTaken'),
    ],
    code: 1,
  },
  "somebody else's DataSource": {
    templates: [{ image: 'lone' }],
    objects: [source('lone-amd64', { arch: 'amd64' })],
    found: [bootSource('DataSource', 'lone-amd64', 'ForeignDataSource')],
    code: 1,
  },
  "somebody else's cron": {
    templates: [{ image: 'lone' }],
    objects: [
      cdi('DataImportCron', 'lone-cron-amd64', {
        spec: { managedDataSource: 'x', schedule: '', template: { spec: {} } },
      }),
    ],
    found: [bootSource('DataImportCron', 'lone-cron-amd64', 'ForeignDataImportCron')],
    code: 1,
  },
  'a boot source that is being deleted': {
    templates: [{ image: 'lone' }],
    objects: [
      cdi('DataSource', 'lone-amd64', {
        spec: { source: {} },
        metadata: { name: '', annotations: ours, finalizers: ['example.com/held'] },
      }),
    ],
    found: [bootSource('DataSource', 'lone-amd64', 'BeingDeleted')],
    code: 1,
  },
  'machines that fit': {
    objects: [source('ok-arm64', { arch: 'arm64' }), machine({ architecture: 'arm64', from: 'ok-arm64' })],
    found: [],
    code: 0,
  },
  'a machine of an architecture that KubeVirt does not know': {
    architectures: ['amd64', 'ppc64le'],
    objects: [machine({ architecture: 'ppc64le' })],
    found: [vm('error', 'UnsupportedArchitecture')],
    code: 1,
  },
  'a machine whose disk is of another architecture': {
    objects: [source('ok', { arch: 'amd64' }), machine({ architecture: 'arm64', from: 'ok' })],
    found: [vm('error', 'WrongBootSource')],
    code: 1,
  },
  'a machine whose boot source is not there': {
    objects: [machine({ architecture: 'arm64', from: 'gone' })],
    found: [vm('error', 'BootSourceMissing')],
    code: 1,
  },
  'a machine whose boot source leads on and on': {
    objects: [
      source('one', { to: 'two' }),
      source('two', { to: 'three' }),
      machine({ architecture: 'arm64', from: 'one' }),
    ],
    found: [vm('error', 'BootSourceBroken')],
    code: 1,
  },
  'a machine whose boot source is not imported yet': {
    objects: [
      source('soon', { arch: 'arm64', ready: false }),
      machine({ architecture: 'arm64', from: 'soon' }),
    ],
    found: [vm('warning', 'BootSourceNotReady')],
    code: 1,
  },
  'a machine whose boot source nobody knows the architecture of': {
    objects: [source('odd'), machine({ architecture: 'arm64', from: 'odd' })],
    found: [vm('warning', 'BootSourceArchitectureUnknown')],
    code: 1,
  },
  'a machine for which there is no node': {
    objects: [machine({ architecture: 's390x' })],
    found: [vm('error', 'NoNodeOfArchitecture')],
    code: 1,
  },
  'a machine that keeps itself off its nodes': {
    objects: [machine({ architecture: 'arm64', selector: { 'kubernetes.io/arch': 'amd64' } })],
    found: [vm('error', 'PlacementExcludesArchitecture')],
    code: 1,
  },
};

const resourceOf = (kind: string): Resource => {
  const found = kinds.find((resource) => resource.kind === kind);
  if (found === undefined) throw new Error(`no resource for ${kind}`);
  return found;
};

/** What the case before has made. */
let made: readonly KubernetesObject[] = [];

async function clear(): Promise<void> {
  for (const { kind, metadata } of made) {
    const resource = resourceOf(kind);
    const body = { metadata: { finalizers: null } };
    if (metadata.finalizers) await world.client.patch(resource, metadata, { type: 'merge', body });
    await world.client.delete(resource, metadata);
  }
  made = [];
}

async function furnish({ templates = [], isOff, objects = [], architectures = ['amd64', 'arm64'] }: Case) {
  await clear();
  await world.setNodes(
    architectures.map((architecture) => ({
      name: `n-${architecture}`,
      labels: { 'kubernetes.io/arch': architecture, 'node-role.kubernetes.io/worker': '' },
      architecture,
    })),
  );
  await world.write(hyperConverged(templates, isOff !== true));
  for (const object of objects) {
    const resource = resourceOf(object.kind);
    demand(await world.client.create(resource, object));
    made = [...made, object];
    if (object.metadata.finalizers) await world.client.delete(resource, object.metadata);
  }
}

const files = { 'broken.json': '{', 'broken.conf': 'unqualified-search-registries = [' };
const doctor = (...argv: readonly string[]): Promise<Ran> =>
  run(['images', 'doctor', ...argv, ...kubeconfig], files);

describe('images doctor', () => {
  it.each(Object.entries(cases))('%s', async (_, one) => {
    await furnish(one);
    const { code, out, err } = await doctor('-o', 'json');
    expect(err).toBe('');
    const { findings } = JSON.parse(out);
    expect(
      findings.map(
        ({ level, object, reason }: { level: string; object: string; reason: string }) =>
          `${level} ${object} ${reason}`,
      ),
    ).toEqual(one.found);
    expect(code).toBe(one.code);
    for (const { message, fix } of findings)
      expect([message, fix]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\w/)]);
  });

  it('says in a word that all is well, and what is not with the worst first', async () => {
    await furnish({ found: [], code: 0 });
    const well = { code: 0, out: 'images, boot sources, virtual machines and nodes fit together\n', err: '' };
    expect(await doctor()).toEqual(well);
    await furnish({
      templates: [{ image: 'fedora', annotated: 'arm64,x86_64,s390x' }],
      objects: [],
      found: [],
      code: 1,
    });
    const { code, out } = await doctor();
    expect(code).toBe(1);
    expect(out.split('\n').map((line) => line.split(':')[0])).toEqual([
      'error',
      '  fix',
      'warning',
      '  fix',
      'info',
      '  fix',
      '',
    ]);
    expect(await doctor('-o', 'yaml')).toMatchObject({ code: 1, out: expect.stringContaining('findings:') });
  });

  it('goes by what the operator was told where a registry does not answer from here', async () => {
    await furnish({ templates: [{ image: 'fedora', annotated: 'amd64,s390x' }], found: [], code: 1 });
    const entry = { ...template({ image: 'fedora' }) };
    const status = {
      dataImportCronTemplates: [
        {
          ...entry,
          status: {
            digest: 'sha256:1',
            probedArchitectures: 'amd64,s390x',
            probeTime: '2026-11-21T00:00:00Z',
          },
        },
      ],
    };
    const resource = {
      group: 'hco.kubevirt.io',
      version: 'v1beta1',
      plural: 'hyperconvergeds',
      kind: 'HyperConverged',
      namespaced: true,
    };
    const name = { namespace, name: 'kubevirt-hyperconverged' };
    demand(await world.client.patchStatus(resource, name, { type: 'merge', body: { status } }));
    const reasons = async () => {
      const { findings } = JSON.parse((await doctor('-o', 'json')).out);
      return findings.map(({ reason }: { reason: string }) => reason);
    };
    registry.fail({ kind: 'status', status: 404 });
    try {
      expect(await reasons(), 'what it told the operator is as it is annotated').toEqual([]);
    } finally {
      registry.fail(undefined);
    }
    expect(await reasons(), 'what it tells here counts').toEqual([
      'IndexLacksArchitecture',
      'AnnotationLacksArchitecture',
    ]);
  });

  it.each<readonly [string, readonly string[], string]>([
    ['an unknown format', ['-o', 'xml'], 'xml'],
    ['an unknown flag', ['--fix-it'], '--fix-it'],
    ['a login file that is none', ['--authfile', 'broken.json'], '--authfile broken.json'],
    ['rules that are none', ['--registries-conf', 'broken.conf'], '--registries-conf broken.conf'],
    ['a context that is not there', ['--context', 'none'], 'none'],
    ['a namespace without HyperConverged', ['-n', 'team'], 'no HyperConverged in team'],
  ])('ends with 2 for %s', async (_, argv, says) => {
    const { code, out, err } = await doctor(...argv);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(says);
  });
});
