import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import type { ImageInfo, InspectRequest, Outcome } from '@archipelago/oci-registry';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../../test/support/fake-clock.ts';
import { parseClusterFacts } from '../../cluster-facts/parse-cluster-facts.ts';
import { configure } from '../../config/configure.ts';
import { desire } from '../../config/desire.ts';
import { goldenImagesOf } from '../../golden-images/golden-images-of.ts';
import type { GoldenImageChoices, ImporterMode } from '../options/golden-image-choices.ts';
import { modelClient, ToldInformers } from './boot-source-lab.test-support.ts';
import { GoldenImages, troubleFailure } from './golden-images.ts';

const namespace = 'kubevirt-hyperconverged';
const url = 'docker://registry.test/fedora:1';

interface Platform {
  platform: 'kubernetes' | 'openshift';
  hasSsp: boolean;
  mirrorSets: readonly KubernetesObject[];
}

let golden: GoldenImages | undefined;
afterEach(() => golden?.stop());

/** Golden images of one operator on a cluster that a test plays. */
function lab(choices: Partial<GoldenImageChoices> = {}, place: Partial<Platform> = {}) {
  const cluster: Platform = { platform: 'kubernetes', hasSsp: false, mirrorSets: [], ...place };
  const informers = new ToldInformers();
  const clock = new FakeClock();
  const log: string[] = [];
  const asked: InspectRequest[] = [];
  let answer: Outcome<ImageInfo> = { kind: 'absent', host: '', asked: '', reason: 'none', fix: 'push it' };
  const options: ConstructorParameters<typeof GoldenImages>[0] = {
    client: modelClient(informers.model, log),
    mirror: {
      platform: () => cluster.platform,
      isServed: (definition) => definition === 'ssps.ssp.kubevirt.io' && cluster.hasSsp,
      mirrors: { follow: informers.follow, writeThrough: () => (_, send) => send() },
      imageMirrorSets: () => cluster.mirrorSets,
    },
    choices: {
      importer: 'builtin',
      registry: {
        inspect: async (_, request) => {
          asked.push(request);
          return answer;
        },
        close: () => undefined,
      },
      ...choices,
    },
    namespace,
    clock,
    random: () => 0.5,
    onChange: () => undefined,
    onAction: () => undefined,
    onProblem: (message) => log.push(message),
  };
  const images = new GoldenImages(options);
  golden = images;
  const term = new AbortController();
  const work = async () => {
    for (let round = 0; round < 8; round += 1) {
      await clock.advance(200);
      informers.model.work(() => ({ digest: '1', architectures: ['amd64', 'arm64'] }));
      for (const { shape } of informers.all) shape.onKnowledge?.('complete');
    }
    await clock.advance(200);
  };
  const follow = async (spec: JsonObject = {}, architectures: readonly string[] = ['amd64', 'arm64']) => {
    const written = configuration(spec);
    const desired = desiredOf(written, { platform: cluster.platform, architectures, images });
    images.follow(desired, term.signal);
    await work();
    return goldenImagesOf(desired).map(({ decision }) => decision.decided.kind);
  };
  const names = (kind: string) =>
    informers.model
      .of(kind)
      .map(({ metadata }) => metadata.name)
      .toSorted();
  return {
    images,
    cluster,
    informers,
    clock,
    log,
    asked,
    follow,
    work,
    names,
    term,
    say: (next: Outcome<ImageInfo>) => {
      answer = next;
    },
  };
}

function configuration(spec: JsonObject): JsonObject {
  return {
    enableCommonBootImageImport: false,
    featureGates: { enableMultiArchBootImageImport: true },
    dataImportCronTemplates: [template('fedora', { url })],
    ...spec,
  };
}

function template(name: string, registry: JsonObject, annotated?: string): JsonObject {
  const annotations = annotated === undefined ? {} : { 'ssp.kubevirt.io/dict.architectures': annotated };
  return {
    metadata: { name: `${name}-cron`, annotations },
    spec: { schedule: '0 0 * * *', managedDataSource: name, template: { spec: { source: { registry } } } },
  };
}

interface On {
  readonly platform: string;
  readonly architectures: readonly string[];
  readonly images: GoldenImages;
}

function desiredOf(spec: JsonObject, { platform, architectures, images }: On) {
  const nodes = architectures.map((arch, index) => ({
    name: `n-${index}`,
    arch,
    roles: ['worker'],
    labels: { pool: index === 0 ? 'first' : 'rest' },
  }));
  const parsed = parseClusterFacts({
    openshift: platform === 'openshift',
    operatorNamespace: namespace,
    nodes,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const { inputs } = parsed;
  const configured = configure(
    { written: spec, spec, annotations: {} },
    {
      ...inputs,
      deployment: { ...inputs.deployment, goldenImageImporter: 'builtin' },
      answers: images.answers(),
    },
  );
  return desire(configured, { name: 'hc', namespace, uid: 'u' });
}

const gate = (isOn: boolean) => ({ featureGates: { enableMultiArchBootImageImport: isOn } });
const found = (...architectures: readonly string[]): Outcome<ImageInfo> => ({
  kind: 'ok',
  value: {
    reference: {} as never,
    source: {} as never,
    digest: 'sha256:1',
    mediaType: '',
    single: false,
    platforms: architectures.map((architecture) => ({
      os: 'linux',
      architecture,
      digest: `sha256:${architecture}`,
      mediaType: '',
      size: 1,
      downloadSize: undefined,
    })),
  },
});
const openShiftHome = 'openshift-virtualization-os-images';
const native = ['fedora', 'fedora-amd64', 'fedora-arm64'];

describe('who makes the boot sources', () => {
  it.each<readonly [ImporterMode, Platform['platform'], boolean, string]>([
    ['auto', 'kubernetes', false, 'builtin'],
    ['auto', 'kubernetes', true, 'builtin'],
    ['auto', 'openshift', false, 'builtin'],
    ['auto', 'openshift', true, 'ssp'],
    ['builtin', 'openshift', true, 'builtin'],
    ['ssp', 'kubernetes', false, 'ssp'],
  ])('%s on %s, SSP installed: %s: %s', (importer, platform, hasSsp, who) => {
    const { images } = lab({ importer }, { platform, hasSsp });
    expect([images.importer(), images.mode]).toEqual([who, importer]);
  });

  it('leaves them to SSP as soon as it is installed, and takes them up again when it is gone', async () => {
    const { follow, work, cluster, log, names, say, images, informers } = lab(
      { importer: 'auto' },
      { platform: 'openshift' },
    );
    say(found('amd64', 'arm64'));
    await follow();
    await follow();
    expect(names('DataSource')).toEqual(native);
    cluster.hasSsp = true;
    log.length = 0;
    await follow({ dataImportCronTemplates: [] });
    informers.model.remove({ kind: 'DataSource', metadata: { namespace: openShiftHome, name: 'fedora' } });
    await work();
    informers.of('DataSource').refusal = { code: 403, reason: 'Forbidden', message: 'you may not' };
    expect([log, names('DataSource')], 'whatever becomes of them').toEqual([[], native.slice(1)]);
    expect([images.findings(), images.failures('fix')]).toEqual([[], []]);
    cluster.hasSsp = false;
    await follow({ dataImportCronTemplates: [] });
    expect(names('DataSource')).toEqual([]);
  });

  it('makes nothing at all where SSP does, nor looks at what there is', async () => {
    const { follow, log, informers, images, term } = lab({ importer: 'ssp' });
    await follow();
    expect([log, informers.all]).toEqual([[], []]);
    expect(await images.remove('1', term.signal)).toEqual({ state: 'gone' });
    expect([log, informers.all]).toEqual([[], []]);
  });

  it.each([
    ['kubernetes', 'kubevirt-os-images'],
    ['openshift', openShiftHome],
  ] as const)('on %s they are ours, and live in %s', async (platform, home) => {
    const { follow, informers, say } = lab({}, { platform });
    say(found('amd64'));
    await follow();
    await follow();
    const [source] = informers.model.of('DataSource');
    expect(source?.metadata).toMatchObject({
      namespace: home,
      annotations: {
        'operator-sdk/primary-resource': `${namespace}/kubevirt-hyperconverged`,
        'operator-sdk/primary-resource-type': 'HyperConverged.hco.kubevirt.io',
      },
    });
    expect(informers.model.get('Namespace', undefined, home)).toBeDefined();
  });

  it('follows the gate on and off with several architectures', async () => {
    const { follow, names, say } = lab();
    say(found('amd64', 'arm64'));
    for (const isOn of [false, true, false, true]) {
      await follow(gate(isOn));
      await follow(gate(isOn));
      expect(names('DataSource')).toEqual(isOn ? native : ['fedora']);
      expect(names('DataImportCron')).toHaveLength(isOn ? 2 : 1);
    }
  });

  it.each([
    [undefined, 24 * 3_600_000],
    [5_000, 5_000],
  ])('keeps images of lost nodes for %s', async (gracePeriod, keptMs) => {
    const { follow, names, say, clock, work } = lab(gracePeriod === undefined ? {} : { gracePeriod });
    say(found('amd64', 'arm64'));
    await follow();
    await follow();
    const began = clock.now();
    await follow({}, ['amd64']);
    await clock.advance(keptMs - (clock.now() - began) - 1);
    expect(names('DataSource')).toEqual(native);
    await clock.advance(1_000);
    await work();
    expect(names('DataSource')).toEqual(['fedora', 'fedora-amd64']);
  });

  it('counts for the first choice the nodes that workloads are placed on', async () => {
    const { follow, informers, say } = lab();
    say(found('amd64', 'arm64'));
    const place = { nodePlacement: { nodeSelector: { pool: 'rest' } } };
    const leads = () => informers.model.get('DataSource', 'kubevirt-os-images', 'fedora')?.spec;
    const to = (name: string) => ({ source: { dataSource: { name, namespace: 'kubevirt-os-images' } } });
    const architectures = ['amd64', 'amd64', 'amd64', 'arm64', 'arm64', 'arm64'];
    await follow({ workloads: place }, architectures);
    await follow({ workloads: place }, architectures);
    expect(leads(), 'arm64 has most of them').toEqual(to('fedora-arm64'));
  });

  it('heeds the placement of workloads', async () => {
    const { follow, names, say } = lab();
    say(found('amd64', 'arm64'));
    const workloads = { nodePlacement: { nodeSelector: { 'kubernetes.io/arch': 'arm64' } } };
    await follow({ workloads });
    await follow({ workloads });
    expect(names('DataSource')).toEqual(['fedora', 'fedora-arm64']);
  });
});

describe('what registries are asked', () => {
  it('nothing while the gate is off, and nothing any more when it is turned off', async () => {
    const { follow, asked, clock, say } = lab();
    say(found('amd64'));
    await follow(gate(false));
    expect(asked).toEqual([]);
    await follow(gate(true));
    expect(asked).toHaveLength(1);
    await follow(gate(false));
    await clock.advance(24 * 3_600_000);
    expect(asked).toHaveLength(1);
  });

  it('nothing where nobody chose that', async () => {
    const { images, clock, cluster, informers } = lab();
    const silent = new GoldenImages({
      client: modelClient(informers.model, []),
      mirror: {
        platform: () => cluster.platform,
        isServed: () => false,
        mirrors: { follow: informers.follow, writeThrough: () => (_, send) => send() },
        imageMirrorSets: () => [],
      },
      choices: { importer: 'ssp' },
      namespace,
      clock,
      random: () => 0,
      onChange: () => undefined,
      onAction: () => undefined,
      onProblem: () => undefined,
    });
    const knowledgeBy = (each: GoldenImages) => {
      const on = { platform: 'kubernetes', architectures: ['amd64'], images: each };
      return goldenImagesOf(desiredOf(configuration({}), on)).map(({ knowledge }) => knowledge);
    };
    expect(knowledgeBy(silent)).toEqual([undefined]);
    expect(knowledgeBy(images)).toEqual([{ kind: 'pending' }]);
  });

  it('only of images that a registry can tell about, once for all templates that have the same', async () => {
    const { follow, asked, say } = lab();
    say(found('amd64'));
    const dataImportCronTemplates = [
      template('one', { url }),
      template('two', { url }),
      template('stream', { imageStream: 'rhel' }),
      template('archive', { url: 'oci-archive:///x' }),
    ];
    expect(await follow({ dataImportCronTemplates })).toEqual([
      'anyNode',
      'undecided',
      'anyNode',
      'undecided',
    ]);
    expect(asked).toHaveLength(1);
    expect(await follow({ dataImportCronTemplates })).toEqual(['anyNode', 'known', 'anyNode', 'known']);
  });

  it('again at once when mirrors have changed or a registry is called insecure, and by those', async () => {
    const { follow, asked, cluster } = lab({ rules: [] });
    await follow();
    expect([asked.length, asked.at(-1)?.rules]).toEqual([1, []]);
    await follow();
    expect(asked).toHaveLength(1);
    await follow({ storageImport: { insecureRegistries: ['registry.test'] } });
    expect(asked).toHaveLength(2);
    expect(JSON.stringify(asked.at(-1)?.rules)).toContain('registry.test');
    cluster.mirrorSets = [
      {
        apiVersion: 'config.openshift.io/v1',
        kind: 'ImageTagMirrorSet',
        metadata: { name: 'far' },
        spec: { imageTagMirrors: [{ source: 'registry.test', mirrors: ['near.test'] }] },
      },
    ];
    await follow();
    expect(asked).toHaveLength(3);
    expect(JSON.stringify(asked.at(-1)?.rules)).toContain('near.test');
  });

  it('for SSP, too', async () => {
    const { follow, asked } = lab({ importer: 'ssp' });
    await follow();
    expect(asked).toHaveLength(1);
  });

  it('nothing any more when nothing is configured, or all is removed, or it ends', async () => {
    for (const end of ['leave', 'remove', 'stop'] as const) {
      const { follow, asked, images, clock, term } = lab();
      await follow();
      const before = asked.length;
      if (end === 'remove') await images.remove('1', term.signal);
      else await images[end]();
      await clock.advance(24 * 3_600_000);
      expect(asked.length, end).toBe(before);
    }
  });
});

describe('a failed question never removes a working image', () => {
  const details = { host: 'registry.test', asked: 'manifest', reason: 'no', fix: 'wait' };
  const failures: readonly Exclude<Outcome<ImageInfo>, { kind: 'ok' }>[] = [
    { kind: 'unreachable', ...details },
    { kind: 'unauthorized', ...details },
    { kind: 'absent', ...details },
    { kind: 'rateLimited', ...details, retryAfterMs: 60_000 },
    { kind: 'malformed', ...details },
    { kind: 'refused', ...details },
  ];
  it.each(failures)('$kind', async (failure) => {
    const { follow, names, say, clock } = lab();
    say(found('amd64', 'arm64'));
    await follow();
    await follow();
    const claims = names('PersistentVolumeClaim');
    expect(names('DataSource')).toEqual(native);
    say(failure);
    await clock.advance(2 * 3_600_000);
    expect(await follow()).toEqual(['known']);
    await clock.advance(48 * 3_600_000);
    await follow();
    expect([names('DataSource'), names('PersistentVolumeClaim')]).toEqual([native, claims]);
  });

  it('nor does an index that lists nothing for Linux', async () => {
    const { follow, names, say, clock } = lab();
    say(found('amd64', 'arm64'));
    await follow();
    await follow();
    say(found());
    await clock.advance(48 * 3_600_000);
    await follow();
    await clock.advance(48 * 3_600_000);
    await follow();
    expect(names('DataSource')).toEqual(native);
  });
});

describe('what is told of boot sources', () => {
  it('what may not be read', async () => {
    const { follow, images, informers } = lab();
    expect(images.failures('grant it')).toEqual([]);
    await follow();
    informers.of('PersistentVolumeClaim').refusal = {
      code: 403,
      reason: 'Forbidden',
      message: 'you may not',
    };
    expect(images.failures('grant it')).toEqual([
      { kind: 'forbidden', message: 'you may not', fix: 'grant it', unseen: 'boot sources' },
    ]);
  });

  it('what could not be done', () => {
    const trouble = { verdict: 'refused', because: 'no', forbidden: true } as const;
    expect(troubleFailure(trouble, 'grant it')).toEqual({
      kind: 'forbidden',
      message: 'no',
      fix: 'grant it',
    });
    expect(troubleFailure({ ...trouble, forbidden: false }, '')).toEqual({ kind: 'failed', message: 'no' });
  });

  it('what the plan found odd', async () => {
    const { follow, images, say } = lab();
    expect(images.findings()).toEqual([]);
    say(found('amd64', 'ppc64le'));
    await follow({}, ['amd64', 'ppc64le']);
    await follow({}, ['amd64', 'ppc64le']);
    expect(images.findings()).toMatchObject([{ reason: 'UnsupportedArchitecture' }]);
  });

  it('removal goes step by step, and ends', async () => {
    const { follow, images, say, work, names, term, informers } = lab();
    say(found('amd64', 'arm64'));
    await follow();
    await follow();
    expect(await images.remove('1', term.signal)).toMatchObject({ state: 'waiting' });
    for (let step = 0; step < 8; step += 1) {
      await work();
      await images.remove('1', term.signal);
    }
    expect(await images.remove('1', term.signal)).toEqual({ state: 'gone' });
    expect([names('DataSource'), names('DataImportCron')]).toEqual([[], []]);
    // came with the installation
    expect(['Role', 'RoleBinding', 'ClusterRole'].map((kind) => names(kind).length)).toEqual([1, 1, 1]);
    // claims without the policy None stay, and their namespace with them
    expect(informers.model.of('Namespace')).toHaveLength(1);
  });
});
