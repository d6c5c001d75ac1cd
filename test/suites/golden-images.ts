import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
  valueAt,
} from '@archipelago/apimachinery';
import type { WatchEvent } from '@archipelago/kube-client';
import { createRegistryClient, type RegistryClient, withInsecure } from '@archipelago/oci-registry';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lookUpImage } from '../../packages/archipelago/src/cli/commands/up/look-up-image.ts';
import { ssp } from '../../packages/archipelago/src/config/operands/ssp/ssp.ts';
import { createAskImage } from '../../packages/archipelago/src/operator/golden-images/ask-image.ts';
import { bootSourceKinds } from '../../packages/archipelago/src/operator/golden-images/boot-source-kinds.ts';
import type { GoldenImageChoices } from '../../packages/archipelago/src/operator/options/golden-image-choices.ts';
import { startImporter } from '../../packages/archipelago/src/simulation/actors/importer/start-importer.ts';
import {
  type ImageRegistry,
  startImageRegistry,
} from '../../packages/archipelago/src/simulation/image-registry/start-image-registry.ts';
import { eventually as eventuallyHolds } from '../support/eventually.ts';
import { seededRandom } from '../support/seeded-random.ts';
import type { TestServers } from '../support/test-servers.ts';
import { available, createWorld, demand, type World } from './operator-world.ts';

const namespace = 'kubevirt-hyperconverged';
const home = 'kubevirt-os-images';
const annotation = 'ssp.kubevirt.io/dict.architectures';
/** A registry may be silent for as long as a busy machine; who gives up and asks again would be counted twice. */
const patient = {
  backoff: { baseMs: 5, capMs: 20 },
  silenceMs: 60_000,
  wholeMs: 60_000,
  attempts: 2,
};

interface Template {
  readonly name: string;
  readonly tag?: string;
  readonly annotated?: string;
}

function node(name: string, arch: string, role = 'worker'): JsonObject {
  return { name, arch, roles: [role] };
}

/** Boot sources of clusters without SSP, from the image in its registry to the DataSource machines boot from. */
export function testGoldenImages(servers: TestServers, rounds: number): void {
  describe(`golden images, ${servers.name}`, () => suite(servers, rounds));
}

function suite(servers: TestServers, rounds: number): void {
  let world: World;
  let registry: ImageRegistry;
  let client: RegistryClient;
  let importer: { stop(): Promise<void> };
  let choices: GoldenImageChoices;
  /** Whichever client there is by then. */
  const asking: RegistryClient = {
    inspect: (reference, request) => client.inspect(reference, request),
    close: () => client.close(),
  };

  beforeEach(async () => {
    registry = await startImageRegistry();
    client = createRegistryClient({ limits: patient });
    const rules = withInsecure([], [registry.host]);
    choices = { importer: 'builtin', registry: asking, rules, gracePeriod: 1_500 };
    world = await createWorld(
      {
        operatorNamespace: namespace,
        nodes: [node('cp', 'amd64', 'control-plane'), node('a1', 'amd64'), node('b1', 'arm64')],
      },
      { servers },
    );
    const access = { credentials: [], ca: undefined };
    const ask = createAskImage({ client: world.client, registry: asking, access, rules: () => rules });
    const onProblem = () => undefined;
    importer = startImporter({
      client: world.client,
      lookUp: lookUpImage(ask),
      importMs: 20,
      pollMs: 200,
      onProblem,
    });
  });
  afterEach(async () => {
    await importer.stop();
    await removeHome();
    await world.stop();
    client.close();
    await registry.stop();
  });
  afterAll(() => servers.stop());

  function push(name: string, tag: string, ...architectures: readonly string[]): string {
    const platforms = architectures.map((architecture) => ({ architecture, revision: name }));
    return registry.push(name, tag, { platforms, index: true });
  }

  function hyperConverged(templates: readonly Template[], spec: JsonObject = {}): JsonObject {
    return {
      apiVersion: 'hco.kubevirt.io/v1beta1',
      kind: 'HyperConverged',
      metadata: { name: 'kubevirt-hyperconverged', namespace },
      spec: {
        featureGates: { enableMultiArchBootImageImport: true },
        enableCommonBootImageImport: false,
        dataImportCronTemplates: templates.map((template) => ({
          metadata: {
            name: `${template.name}-cron`,
            ...(template.annotated === undefined
              ? {}
              : { annotations: { [annotation]: template.annotated } }),
          },
          spec: {
            schedule: '0 */12 * * *',
            retentionPolicy: 'None',
            managedDataSource: template.name,
            template: {
              spec: {
                source: {
                  registry: { url: `docker://${registry.host}/${template.name}:${template.tag ?? 'v1'}` },
                },
                storage: { resources: { requests: { storage: '1Gi' } } },
              },
            },
          },
        })),
        ...spec,
      },
    };
  }

  async function list(kind: keyof typeof bootSourceKinds): Promise<readonly KubernetesObject[]> {
    return demand(await world.client.list(bootSourceKinds[kind], { namespace: home })).items;
  }

  /** DataSources with what they lead to; undefined where no machine can boot from them. */
  async function sources(): Promise<Readonly<Record<string, string | undefined>>> {
    const all = await list('dataSources');
    return Object.fromEntries(all.map((each) => [each.metadata.name, targetOf(each)]));
  }

  function entry(object: JsonObject | undefined, name: string): JsonObject {
    const found: JsonValue | undefined = valueAt(object ?? {}, 'status', 'dataImportCronTemplates');
    const entries: readonly JsonValue[] = Array.isArray(found) ? found : [];
    return (
      entries.filter(isJsonObject).find((each) => valueAt(each, 'metadata', 'name') === `${name}-cron`) ?? {}
    );
  }

  async function removeHome(): Promise<void> {
    await world.operator?.stop();
    for (const kind of ['dataImportCrons', 'dataSources', 'dataVolumes', 'claims'] as const)
      for (const { metadata } of await list(kind)) {
        const name = { name: metadata.name, namespace: home };
        if (metadata.finalizers !== undefined)
          await world.client.patch(bootSourceKinds[kind], name, {
            type: 'merge',
            body: { metadata: { finalizers: null } },
          });
        await world.client.delete(bootSourceKinds[kind], name);
      }
  }

  const eventually = (holds: () => Promise<void>) =>
    eventuallyHolds(async () => {
      await world.reportOperands(() => available);
      await holds();
    });

  /** The operator has taken note of these templates. */
  const heard = (...names: readonly string[]) =>
    eventually(async () => {
      const object = await world.hyperConverged();
      const entries: unknown = valueAt(object ?? {}, 'status', 'dataImportCronTemplates');
      const told = Array.isArray(entries) ? entries : [];
      expect(told.map((each) => valueAt(each, 'metadata', 'name')).toSorted()).toEqual(
        names.map((name) => `${name}-cron`).toSorted(),
      );
    });

  const leads = (wanted: Readonly<Record<string, unknown>>) =>
    eventually(async () => expect(await sources()).toEqual(wanted));

  function of(name: string, ...architectures: readonly string[]): Readonly<Record<string, unknown>> {
    const claim = (architecture: string) =>
      expect.stringMatching(new RegExp(`^${name}-${architecture}-[0-9a-f]{12}$`));
    const [first = ''] = architectures;
    return {
      ...(architectures.length === 0 ? {} : { [name]: claim(first) }),
      ...Object.fromEntries(
        architectures.map((architecture) => [`${name}-${architecture}`, claim(architecture)]),
      ),
    };
  }

  it('come from the image in its registry, without a word from anybody', async () => {
    const digest = push('fedora', 'v1', 'amd64', 'arm64', 's390x');
    world.startOperator({ goldenImages: choices });
    await world.write(hyperConverged([{ name: 'fedora' }]));
    await leads(of('fedora', 'amd64', 'arm64'));
    await eventually(async () =>
      expect(valueAt(entry(await world.hyperConverged(), 'fedora'), 'status')).toMatchObject({
        digest,
        probedArchitectures: 'amd64,arm64,s390x',
        conditions: expect.arrayContaining([expect.objectContaining({ type: 'Probed', status: 'True' })]),
      }),
    );
    await world.setNodes([
      ...world.inputs.facts.nodes,
      { name: 'z1', labels: { 'node-role.kubernetes.io/worker': '' }, architecture: 's390x' },
    ]);
    await leads(of('fedora', 'amd64', 'arm64', 's390x'));
    const pointer = { namespace: home, name: 'fedora' };
    const elsewhere = { spec: { source: { dataSource: { namespace: home, name: 'fedora-arm64' } } } };
    demand(
      await world.client.patch(bootSourceKinds.dataSources, pointer, { type: 'merge', body: elsewhere }),
    );
    await eventually(async () => {
      const led = demand(await world.client.get(bootSourceKinds.dataSources, pointer));
      expect(valueAt(led?.spec, 'source', 'dataSource', 'name'), 'led back').toBe('fedora-amd64');
    });
    expect(
      registry.requests.filter(({ method, path }) => method === 'GET' && path.includes('/manifests/v1')),
    ).toHaveLength(1);
  });

  it('follow an annotation before the registry, and tell where both disagree', async () => {
    push('fedora', 'v1', 'amd64');
    world.startOperator({ goldenImages: choices });
    await world.write(hyperConverged([{ name: 'fedora', annotated: 'amd64,arm64' }]));
    await eventually(async () => {
      expect(await sources()).toMatchObject({ 'fedora-amd64': expect.stringContaining('fedora-amd64-') });
      expect(Object.keys(await sources()).sort()).toEqual(['fedora', 'fedora-amd64', 'fedora-arm64']);
      const conditions = valueAt(entry(await world.hyperConverged(), 'fedora'), 'status', 'conditions');
      expect(conditions).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            type: 'ArchitecturesAgree',
            status: 'False',
            reason: 'IndexLacksArchitecture',
          }),
        ]),
      );
    });
  });

  it('that cannot be imported tell why, in the status and by one event', async () => {
    world.startOperator({ goldenImages: choices });
    await world.write(hyperConverged([{ name: 'nowhere', annotated: 'amd64' }]));
    await eventually(async () =>
      expect(valueAt(entry(await world.hyperConverged(), 'nowhere'), 'status', 'conditions')).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            type: 'Imported',
            status: 'False',
            reason: 'ImportFailed',
            message: expect.stringMatching(/^no image is imported for amd64: NoDigest: \S/),
          }),
        ]),
      ),
    );
    const events = { group: '', version: 'v1', plural: 'events', kind: 'Event', namespaced: true };
    const told = async () =>
      demand(await world.client.list(events, { namespace })).items.filter(
        (event) => valueAt(plain(event), 'reason') === 'ImportFailed',
      );
    await eventually(async () => expect(await told()).toHaveLength(1));
    push('nowhere', 'v1', 'amd64');
    await leads(of('nowhere', 'amd64'));
    await eventually(async () =>
      expect(JSON.stringify(entry(await world.hyperConverged(), 'nowhere'))).not.toContain('Imported'),
    );
    expect(await told()).toHaveLength(1);
  });

  it('stay while their nodes are gone for a while, and go after the grace period', async () => {
    push('fedora', 'v1', 'amd64', 'arm64');
    world.startOperator({ goldenImages: choices });
    await world.write(hyperConverged([{ name: 'fedora' }]));
    await leads(of('fedora', 'amd64', 'arm64'));
    const nodes = world.inputs.facts.nodes;
    await world.setNodes(nodes.filter(({ architecture }) => architecture === 'amd64'));
    await world.setNodes(nodes);
    await leads(of('fedora', 'amd64', 'arm64'));
    await world.setNodes(nodes.filter(({ architecture }) => architecture === 'amd64'));
    await leads(of('fedora', 'amd64'));
    await eventually(async () =>
      expect((await list('dataImportCrons')).map(({ metadata }) => metadata.name)).toEqual([
        'fedora-cron-amd64',
      ]),
    );
  });

  it('are replaced without a gap when their template names another image', async () => {
    push('fedora', 'v1', 'amd64', 'arm64');
    push('fedora', 'v2', 'arm64', 'amd64');
    world.startOperator({ goldenImages: choices });
    await world.write(hyperConverged([{ name: 'fedora' }]));
    await leads(of('fedora', 'amd64', 'arm64'));
    const before = await sources();
    const told: Record<string, string | undefined> = {};
    const gaps: string[] = [];
    const end = new AbortController();
    const options = { namespace: home, signal: end.signal };
    const stream = demand(await world.client.watch(bootSourceKinds.dataSources, options));
    const note = (event: WatchEvent) => {
      if (!('object' in event)) return;
      const { name } = event.object.metadata;
      told[name] = event.type === 'DELETED' ? undefined : targetOf(event.object);
      if (told[name] === undefined) gaps.push(name);
    };
    const watch = async () => {
      for await (const events of stream) events.forEach(note);
    };
    const watching = watch();
    await world.write(hyperConverged([{ name: 'fedora', tag: 'v2' }]));
    await eventually(async () => {
      const now = await sources();
      expect(Object.keys(now).filter((name) => now[name] === before[name])).toEqual([]);
      const urls = (await list('dataImportCrons')).map((cron) =>
        valueAt(plain(cron), 'spec', 'template', 'spec', 'source', 'registry', 'url'),
      );
      expect(urls.filter((url) => !String(url).endsWith(':v2'))).toEqual([]);
    });
    await eventually(async () => expect(told).toEqual(await sources()));
    end.abort();
    await watching;
    expect(gaps.filter((name) => name in before)).toEqual([]);
  });

  it('outlive a registry that fails for a minute in every way, and go on afterwards', async () => {
    // one of the ways is silence
    client.close();
    client = createRegistryClient({ limits: { ...patient, silenceMs: 1_000, wholeMs: 3_000 } });
    push('fedora', 'v1', 'amd64', 'arm64');
    world.startOperator({ goldenImages: choices });
    await world.write(hyperConverged([{ name: 'fedora' }]));
    await leads(of('fedora', 'amd64', 'arm64'));
    const before = await sources();
    for (const fault of [
      { kind: 'status', status: 500 },
      { kind: 'status', status: 401 },
      { kind: 'status', status: 429, retryAfterSeconds: 0 },
      { kind: 'hang' },
      { kind: 'garbage' },
      { kind: 'cut' },
    ] as const) {
      registry.fail(fault);
      // a change makes everything be looked at again while the registry is down
      await world.write(hyperConverged([{ name: 'fedora' }, { name: 'late' }]));
      await heard('fedora', 'late');
      expect(await sources()).toMatchObject(before);
      await world.write(hyperConverged([{ name: 'fedora' }]));
    }
    await world.operator?.stop();
    world.startOperator({ goldenImages: choices });
    await eventually(async () =>
      expect(valueAt(entry(await world.hyperConverged(), 'fedora'), 'status', 'conditions')).toEqual(
        expect.arrayContaining([expect.objectContaining({ type: 'Probed', status: 'False' })]),
      ),
    );
    expect(await sources()).toMatchObject(before);
    registry.fail(undefined);
    push('late', 'v1', 'arm64');
    await world.write(hyperConverged([{ name: 'fedora' }, { name: 'late' }]));
    await leads({ ...of('fedora', 'amd64', 'arm64'), ...of('late', 'arm64') });
  });

  it('go with the HyperConverged, and their imports with them', async () => {
    push('fedora', 'v1', 'amd64', 'arm64');
    world.startOperator({ goldenImages: choices });
    await world.write(hyperConverged([{ name: 'fedora' }]));
    await leads(of('fedora', 'amd64', 'arm64'));
    const resource = {
      group: 'hco.kubevirt.io',
      version: 'v1beta1',
      plural: 'hyperconvergeds',
      kind: 'HyperConverged',
      namespaced: true,
    };
    demand(await world.client.delete(resource, { namespace, name: 'kubevirt-hyperconverged' }));
    await eventually(async () => {
      expect(await world.hyperConverged()).toBeUndefined();
      expect([await sources(), await list('dataImportCrons')]).toEqual([{}, []]);
    });
  });

  it('are read at the mirrors that an administrator of OpenShift names, from then on', async () => {
    await world.stop();
    world = await createWorld(
      {
        openshift: true,
        operatorNamespace: 'openshift-cnv',
        nodes: [node('a1', 'amd64'), node('b1', 'arm64')],
      },
      { servers },
    );
    push('mirror/fedora', 'v1', 'arm64');
    world.startOperator({ goldenImages: { ...choices, importer: 'ssp' } });
    const request = hyperConverged([{ name: 'fedora' }], {
      storageImport: { insecureRegistries: [registry.host] },
    });
    const text = JSON.stringify(request).replaceAll(`docker://${registry.host}/`, 'docker://far.example/');
    const named: JsonObject = JSON.parse(text);
    await world.write({
      ...named,
      metadata: { name: 'kubevirt-hyperconverged', namespace: 'openshift-cnv' },
    });
    const probed = async () =>
      valueAt(entry(await world.hyperConverged(), 'fedora'), 'status', 'conditions', 0, 'status');
    await eventually(async () => expect(await probed()).toBe('False'));
    const mirrorSet = {
      group: 'config.openshift.io',
      version: 'v1',
      plural: 'imagetagmirrorsets',
      kind: 'ImageTagMirrorSet',
      namespaced: false,
    };
    demand(
      await world.client.create(mirrorSet, {
        apiVersion: 'config.openshift.io/v1',
        kind: 'ImageTagMirrorSet',
        metadata: { name: 'far' },
        spec: { imageTagMirrors: [{ source: 'far.example', mirrors: [`${registry.host}/mirror`] }] },
      }),
    );
    await eventually(async () => expect(await probed()).toBe('True'));
    demand(await world.client.delete(mirrorSet, { name: 'far' }));
  });

  it('are told to SSP where it is deployed, with what the registry says, and are not made twice', async () => {
    await world.stop();
    world = await createWorld(
      {
        openshift: true,
        operatorNamespace: 'openshift-cnv',
        nodes: [node('cp', 'amd64', 'control-plane'), node('a1', 'amd64'), node('b1', 'arm64')],
      },
      { servers },
    );
    push('fedora', 'v1', 'arm64', 's390x');
    world.startOperator({ goldenImages: { ...choices, importer: 'auto' } });
    const request = hyperConverged([{ name: 'fedora' }]);
    await world.write({
      ...request,
      metadata: { name: 'kubevirt-hyperconverged', namespace: 'openshift-cnv' },
    });
    const told = async () => {
      const object = await world.get(ssp, {
        namespace: 'openshift-cnv',
        name: 'ssp-kubevirt-hyperconverged',
      });
      return valueAt(
        object ?? {},
        'spec',
        'commonTemplates',
        'dataImportCronTemplates',
        0,
        'metadata',
        'annotations',
      );
    };
    await eventually(async () => expect(await told()).toMatchObject({ [annotation]: 'arm64' }));
    await world.quiet();
    expect(demand(await world.client.list(bootSourceKinds.dataImportCrons)).items).toEqual([]);
  });

  it(`come to workload ∩ image after any order of events (${rounds} rounds)`, async () => {
    for (let round = 1; round <= rounds; round += 1) await randomRound(round);
  }, 600_000);

  async function randomRound(seed: number): Promise<void> {
    const random = seededRandom(seed);
    const some = <T>(all: readonly T[], least = 1): readonly T[] => {
      const chosen = all.filter(() => random() < 0.6);
      return chosen.length >= least ? chosen : all.slice(0, least);
    };
    const all = ['amd64', 'arm64', 's390x'] as const;
    const images = new Map<string, readonly string[]>();
    const pushSome = (name: string) => {
      images.set(name, some(all));
      push(name, 'v1', ...(images.get(name) ?? []));
    };
    for (const name of ['one', 'two', 'three']) pushSome(name);
    let templates = some(['one', 'two', 'three']);
    // sometimes the next event comes before this one has been heard of
    const listen = () => (random() < 0.5 ? heard(...templates) : undefined);
    let architectures: readonly string[] = ['amd64', 'arm64'];
    world.startOperator({ goldenImages: { ...choices, gracePeriod: 300 } });
    await world.write(hyperConverged(templates.map((name) => ({ name }))));
    for (let step = 0; step < 8; step += 1) {
      const event = Math.floor(random() * 5);
      if (event === 0) templates = some(['one', 'two', 'three']);
      if (event === 1) architectures = some(all);
      if (event === 2) registry.fail({ kind: 'status', status: 503 });
      if (event === 3) registry.fail(undefined);
      if (event === 4) {
        await world.operator?.stop();
        world.startOperator({ goldenImages: { ...choices, gracePeriod: 300 } });
      }
      await world.write(hyperConverged(templates.map((name) => ({ name }))));
      await world.setNodes([...world.inputs.facts.nodes.slice(0, 1), ...architectures.map(worker)]);
      await listen();
    }
    registry.fail(undefined);
    const wanted = templates.map((name) => {
      const both = architectures.filter((each) => images.get(name)?.includes(each));
      return of(name, ...both);
    });
    await leads(Object.assign({}, ...wanted));
    await world.operator?.stop();
  }
}

function worker(architecture: string) {
  return { name: `w-${architecture}`, labels: { 'node-role.kubernetes.io/worker': '' }, architecture };
}

function targetOf(dataSource: KubernetesObject): string | undefined {
  const name = valueAt(plain(dataSource), 'status', 'source', 'pvc', 'name');
  return typeof name === 'string' ? name : undefined;
}

function plain(object: KubernetesObject): JsonObject {
  const value: unknown = object;
  return isJsonObject(value) ? value : {};
}
