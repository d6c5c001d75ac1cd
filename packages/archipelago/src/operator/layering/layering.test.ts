import type { KubernetesObject } from '@archipelago/apimachinery';
import type { Informer, KubernetesClient, ObjectName, Resource } from '@archipelago/kube-client';
import { createRegistrySession, withInsecure } from '@archipelago/oci-registry';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../../test/support/fake-clock.ts';
import { until } from '../../../../../test/support/until.ts';
import { names, ownGroup } from '../../layering/api/layering-names.ts';
import { createMetricValues } from '../../observability/metric-values.ts';
import {
  type ImageRegistry,
  startImageRegistry,
} from '../../simulation/image-registry/start-image-registry.ts';
import type { ClusterMirror } from '../mirror/cluster-mirror.ts';
import type { LayeringChoices } from '../options/layering-choices.ts';
import type { OperatorEvent } from '../options/operator-event.ts';
import type { OperatorOptions } from '../options/running-operator.ts';
import { PassMetrics } from '../pass-metrics.ts';
import { createLayering } from './create-layering.ts';
import type { Layering } from './layering.ts';
import { buildKinds, configKinds, layeringKinds } from './layering-kinds.ts';

/** Layering as the operator makes it, on a cluster that is a map and a registry that is real. */

const namespace = 'operators';
/** Of builds: the operator reads no secret of its own. */
const place = 'builds';
let registry: ImageRegistry;
let choices: LayeringChoices;
let clock: FakeClock;
let objects: Map<string, KubernetesObject>;
let followed: Resource[];
/** Kinds that were written through the mirror. */
let through: Set<string>;
/** Somebody has written something. */
let changed: () => void;
let told: OperatorEvent[];
let recorded: { readonly about: KubernetesObject; readonly type: string; readonly reason: string }[];
let version: number;
let leadership: AbortController;
let layering: Layering | undefined;
const metrics = { now: createMetricValues() };

const keyOf = ({ group, kind }: Resource, name: string) => `${group}/${kind}/${name}`;
const listed = ({ group, kind }: Resource) =>
  [...objects].filter(([key]) => key.startsWith(`${group}/${kind}/`)).map(([, object]) => object);

function written(resource: Resource, object: KubernetesObject) {
  version += 1;
  const { name } = object.metadata;
  const uid = `uid-${name}`;
  const value = { ...object, metadata: { uid, ...object.metadata, resourceVersion: String(version) } };
  objects.set(keyOf(resource, name), value);
  changed();
  return { ok: true, value } as const;
}

const client: Pick<KubernetesClient, 'create' | 'patch' | 'updateStatus' | 'delete' | 'get'> = {
  create: async (resource, object) => written(resource, object),
  patch: async (resource, { name }) => {
    const live = objects.get(keyOf(resource, name));
    if (live === undefined) throw new Error(`no ${name}`);
    return written(resource, live);
  },
  updateStatus: async (resource, object) => written(resource, object),
  delete: async () => ({ ok: true, value: { state: 'deleted' } }),
  get: async (resource, { namespace: asked, name }) => {
    const found = asked === place ? objects.get(keyOf(resource, name)) : undefined;
    return found === undefined
      ? { ok: false, status: { code: 404, reason: 'NotFound', message: 'not found' } }
      : { ok: true, value: found };
  },
};

const mirrors = {
  follow: (resource: Resource, shape: { readonly onEvent?: () => void }) => {
    followed.push(resource);
    changed = () => shape.onEvent?.();
    const informer: Partial<Informer<KubernetesObject>> = {
      start: () => {},
      knowledge: () => 'complete',
      refusal: () => undefined,
      store: {
        list: () => listed(resource),
        get: ({ name }: ObjectName) => objects.get(keyOf(resource, name)),
        get size() {
          return listed(resource).length;
        },
      } as unknown as Informer<KubernetesObject>['store'],
    };
    return informer;
  },
  writeThrough:
    ({ plural }: Resource) =>
    (_: ObjectName, send: () => unknown) => {
      through.add(plural);
      return send();
    },
};

/** Those of the operator: nobody follows nodes a second time. */
const nodeInformer = {
  knowledge: () => 'complete',
  refusal: () => undefined,
  store: { list: () => listed(layeringKinds.nodes).map((more) => ({ more })) },
};

const mirror = {
  mirrors,
  platform: () => 'kubernetes',
  nodeInformer: () => nodeInformer,
  isOurs: (definition: string) => definition.endsWith(ownGroup),
  imageMirrorSets: () => [],
} as unknown as ClusterMirror;

beforeEach(async () => {
  registry = await startImageRegistry({ users: { builder: 'secret' } });
  registry.push('base', '10', { platforms: [{ architecture: 'amd64' }, { architecture: 'arm64' }] });
  clock = new FakeClock();
  followed = [];
  through = new Set();
  changed = () => {};
  told = [];
  recorded = [];
  version = 1;
  leadership = new AbortController();
  metrics.now = createMetricValues();
  choices = {
    namespace: place,
    builderImage: 'builder:1',
    ownImage: 'own:1',
    serviceAccount: 'jobs',
    clusterJobs: 1,
    storeLimit: '100Gi',
    session: createRegistrySession({ limits: { attempts: 1 } }),
    access: { credentials: [], ca: 'PEM' },
    rules: withInsecure([], [registry.host]),
    registriesConf: 'conf',
    proxy: { http: 'http://h', https: 'http://s', except: '.svc' },
  };
  const auths = { [registry.host]: { auth: Buffer.from('builder:secret').toString('base64') } };
  const data = { '.dockerconfigjson': Buffer.from(JSON.stringify({ auths })).toString('base64') };
  const node = (name: string, architecture: string): [string, KubernetesObject] => [
    `/Node/${name}`,
    {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name, labels: { pool: 'edge', 'kubernetes.io/arch': architecture } },
      status: {
        nodeInfo: { architecture, operatingSystem: 'linux' },
        conditions: [{ type: 'Ready', status: 'True' }],
      },
    },
  ];
  objects = new Map([
    node('a', 'amd64'),
    node('b', 'arm64'),
    node('odd', 'riscv64'),
    [`/Namespace/${place}`, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } }],
    [
      '/Secret/pull',
      {
        apiVersion: 'v1',
        kind: 'Secret',
        type: 'kubernetes.io/dockerconfigjson',
        metadata: { name: 'pull', namespace: place },
        data,
      },
    ],
    [
      keyOf(configKinds[ownGroup], 'edge'),
      {
        apiVersion: `${ownGroup}/v1`,
        kind: 'MachineOSConfig',
        metadata: { name: 'edge', uid: 'u', resourceVersion: '1', generation: 1 },
        spec: {
          nodeSelector: { pool: 'edge' },
          baseImage: `${registry.host}/base:10`,
          baseImagePullSecret: { name: 'pull' },
          imageBuilder: { imageBuilderType: 'Job' },
          renderedImagePushSecret: { name: 'pull' },
          renderedImagePushSpec: `${registry.host}/os/edge:latest`,
        },
      },
    ],
  ]);
});

afterEach(async () => {
  await layering?.stop();
  layering = undefined;
  choices.session.transport.close();
  await registry.stop();
});

function make(wanted: LayeringChoices | undefined): Layering | undefined {
  const options = { namespace, layering: wanted } as unknown as OperatorOptions;
  const recorder = { record: (event: (typeof recorded)[number]) => recorded.push(event) };
  return createLayering({
    options,
    client: client as KubernetesClient,
    mirror,
    clock,
    isLeading: () => true,
    recorder: recorder as unknown as Parameters<typeof createLayering>[0]['recorder'],
    metrics: metrics.now,
    observer: new PassMetrics(metrics.now, clock),
    tell: (event) => told.push(event),
  });
}

function lead(): Layering {
  layering = make(choices);
  if (layering === undefined) throw new Error('no layering');
  layering.start();
  layering.follow(leadership.signal);
  return layering;
}

const jobsThere = () =>
  listed({ group: 'batch', version: 'v1', plural: 'jobs', kind: 'Job', namespaced: true });

/** The registry answers in its own time; passes are made on ours. */
async function untilThereIsAJob(): Promise<KubernetesObject> {
  await until(
    async () => {
      await clock.advance(200);
      return jobsThere().length > 0;
    },
    { tell: () => told },
  );
  const [job] = jobsThere();
  if (job === undefined) throw new Error('no job');
  return job;
}

it('is not there where nobody has chosen it', () => {
  expect(make(undefined)).toBeUndefined();
  expect(followed).toEqual([]);
});

describe('layering that was chosen', () => {
  it('begins jobs as it was told to, with the login of the config, and no more than may be', async () => {
    lead();
    const { metadata, spec } = await untilThereIsAJob();
    await clock.advance(5_000);
    expect(jobsThere()).toHaveLength(1);
    expect(metadata).toMatchObject({ namespace: place, labels: { [names.component]: 'build' } });
    const { template } = spec as { template: { spec: Record<string, unknown> } };
    expect(template.spec).toMatchObject({
      serviceAccountName: 'jobs',
      initContainers: [
        { name: 'login', image: 'own:1' },
        {
          name: 'fetch',
          image: 'builder:1',
          env: expect.arrayContaining([
            { name: 'HTTP_PROXY', value: 'http://h' },
            { name: 'HTTPS_PROXY', value: 'http://s' },
            { name: 'NO_PROXY', value: '.svc' },
          ]),
        },
        { name: 'build', image: 'builder:1' },
        { name: 'push', image: 'own:1' },
      ],
      containers: [{ image: 'own:1' }],
    });
    const source = objects.get(`/ConfigMap/${metadata.name}`);
    expect(source?.data).toMatchObject({ 'ca.crt': 'PEM', 'registries.conf': 'conf' });
  });

  it('tells what it does, counts it, and records what it finds about a config', async () => {
    const made = lead();
    await untilThereIsAJob();
    const news = told.flatMap((event) => (event.type === 'layering' ? [event.news] : []));
    const created = news.flatMap((one) =>
      one.kind === 'action' && one.action.kind === 'create' ? [one.action.object.kind] : [],
    );
    expect([...new Set(created)].sort()).toEqual(['ConfigMap', 'Job', 'MachineOSBuild']);
    expect(metrics.now.samples('layeringJobs')).toMatchObject([{ labels: { component: 'build' }, value: 1 }]);
    expect(news.filter(({ kind }) => kind === 'finding')).toMatchObject([
      { config: 'edge', finding: { level: 'warning', reason: 'UnsupportedArchitecture' } },
    ]);
    expect(metrics.now.samples('layeringFindings')).toMatchObject([{ value: 1 }]);
    expect(recorded).toMatchObject([
      {
        about: { metadata: { name: 'edge' } },
        type: 'Warning',
        reason: 'UnsupportedArchitecture',
        message: expect.stringContaining('riscv64'),
      },
    ]);
    made.show(metrics.now, true, clock.now());
    expect(metrics.now.samples('buildState').map(({ labels }) => labels.architecture)).toEqual([
      'amd64',
      'arm64',
    ]);
    // of several processes the one that leads
    made.show(metrics.now, false, clock.now());
    expect(metrics.now.samples('buildState')).toEqual([]);
    expect(told.filter(({ type }) => type === 'problem')).toEqual([]);
  });

  it('records what is no more than information as normal', async () => {
    const key = keyOf(configKinds[ownGroup], 'edge');
    const config = objects.get(key);
    if (config === undefined) throw new Error('no config');
    const containerFile = [{ containerfileArch: 'S390X', content: 'RUN true' }];
    objects.set(key, { ...config, spec: { ...(config.spec as object), containerFile } } as KubernetesObject);
    lead();
    await clock.advance(1_000);
    expect(recorded.map(({ type, reason }) => [type, reason])).toContainEqual([
      'Normal',
      'UnusedContainerfile',
    ]);
  });

  it('writes through the mirror: the next plan knows what the last one did', async () => {
    lead();
    await untilThereIsAJob();
    expect([...through]).toEqual(expect.arrayContaining(['configmaps', 'jobs', 'machineosconfigs']));
  });

  it('tells a problem, and goes on', async () => {
    const { create } = client;
    client.create = async () => {
      throw new TypeError('a bug');
    };
    try {
      lead();
      await clock.advance(1_000);
      expect(told).toContainEqual({
        type: 'problem',
        of: 'layering',
        message: expect.stringContaining('TypeError: a bug'),
      });
    } finally {
      client.create = create;
    }
    await untilThereIsAJob();
  });

  it('does nothing when it does not lead any more, whatever is looked at', async () => {
    const made = lead();
    leadership.abort();
    made.look();
    await clock.advance(60_000);
    expect([jobsThere(), told]).toEqual([[], []]);
    await made.stop();
    expect(clock.timers).toBe(0);
  });

  it('leaves kinds alone that another controller owns, and nodes to who has them', async () => {
    lead();
    await untilThereIsAJob();
    expect(followed).not.toContain(layeringKinds.nodes);
    expect(followed).toContain(configKinds[ownGroup]);
    expect(followed).toContain(buildKinds[ownGroup]);
  });
});
