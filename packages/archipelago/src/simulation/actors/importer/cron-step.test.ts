import type { KubernetesObject } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { cronStep } from './cron-step.ts';
import {
  type CronSketch,
  claimOf,
  cronOf,
  dataSourceOf,
  dataVolumeOf,
  home,
  now,
  TestWorld,
} from './importer.test-support.ts';
import type { PolledImage } from './importer-world.ts';

const cronLabel = 'cdi.kubevirt.io/dataImportCron';
const cleanupLabel = 'cdi.kubevirt.io/dataImportCron.cleanup';
const digestOf = (letter: string) => `sha256:${letter.repeat(64)}`;
const nameOf = (letter: string) => `fedora-${letter.repeat(12)}`;
const ours = { labels: { [cronLabel]: 'fedora-cron' } };

function found(letter = 'a', architectures: readonly string[] = ['amd64', 'arm64']): PolledImage {
  return { kind: 'found', digest: digestOf(letter), architectures, at: now };
}
const down: PolledImage = { kind: 'failed', message: 'registry.example: answers 500', at: now };

/** Steps of the cron until it has nothing to do; time moves to when it wants to be looked at again. */
function settle(world: TestWorld, polled: PolledImage | undefined, name = 'fedora-cron'): number {
  for (let step = 0; step < 12; step += 1) {
    const cron = world.get('DataImportCron', home, name);
    if (cron === undefined) return step;
    const { writes, afterMs } = cronStep(cron, polled, world);
    if (writes.length === 0 && afterMs === undefined) return step;
    world.carryOut(writes);
    world.now += afterMs ?? 0;
  }
  throw new Error('never settles');
}

function conditions(world: TestWorld, name = 'fedora-cron'): unknown {
  const status = world.get('DataImportCron', home, name)?.status as
    | { conditions?: { type: string }[] }
    | undefined;
  return Object.fromEntries(
    (status?.conditions ?? []).map((each) => {
      const { type, ...rest } = each as { type: string; status: string; reason: string; message: string };
      return [type, `${rest.status} ${rest.reason}: ${rest.message}`];
    }),
  );
}

const names = (world: TestWorld, kind: string) => world.list(kind, home).map(({ metadata }) => metadata.name);
const step = (world: TestWorld, polled: PolledImage | undefined, sketch: CronSketch = {}) =>
  cronStep(cronOf(sketch), polled, world);

test('a new cron is adopted first', () => {
  const { writes } = step(new TestWorld([]), found(), { metadata: { finalizers: ['example.com/other'] } });
  expect(writes).toMatchObject([
    {
      do: 'patch',
      patch: {
        metadata: {
          finalizers: ['example.com/other', 'cdi.kubevirt.io/dataImportCronFinalizer'],
          annotations: { 'archipelago.dev/simulated': 'true' },
        },
      },
    },
  ]);
});

test('until the registry has answered there is no digest', () => {
  const world = new TestWorld([cronOf()]);
  settle(world, undefined);
  expect(conditions(world)).toEqual({
    Progressing: 'False NoImport: No current import',
    UpToDate: 'False NoDigest: No source digest yet',
  });
  settle(world, down);
  expect(conditions(world)).toMatchObject({ UpToDate: 'False NoDigest: registry.example: answers 500' });
  expect(world.objects.size).toBe(1);
});

test('without a default class an image waits, until there is one', () => {
  const world = new TestWorld([cronOf()]);
  world.lacksClass = true;
  settle(world, found());
  expect(world.get('DataVolume', home, nameOf('a'))).toMatchObject({ status: { phase: 'Pending' } });
  expect(world.get('PersistentVolumeClaim', home, nameOf('a'))).toBeUndefined();
  expect(conditions(world)).toMatchObject({
    Progressing: expect.stringMatching(/^False Pending: .*no storageClass/),
  });
  world.lacksClass = false;
  settle(world, found());
  expect(conditions(world)).toMatchObject({ UpToDate: expect.stringMatching(/^True /) });
});

test('an image becomes a DataVolume with a claim, named and labelled as CDI does it', () => {
  const labels = {
    'template.kubevirt.io/architecture': 'arm64',
    'cdi.kubevirt.io/storage.import.datasource-name': 'fedora',
    'app.kubernetes.io/name': 'data-sources',
  };
  const registry = { platform: { architecture: 'arm64' }, secretRef: 'login' };
  const spec = { retentionPolicy: 'None' };
  const world = new TestWorld([cronOf({ metadata: { labels }, registry, spec })]);
  settle(world, found());
  const expected = {
    'template.kubevirt.io/architecture': 'arm64',
    'cdi.kubevirt.io/storage.import.datasource-name': 'fedora',
    [cronLabel]: 'fedora-cron',
    [cleanupLabel]: 'true',
  };
  const url = `docker://registry.example:5000/fedora@${digestOf('a')}`;
  const dataVolume = world.get('DataVolume', home, nameOf('a'));
  expect(dataVolume).toMatchObject({
    metadata: { annotations: { 'archipelago.dev/simulated': 'true' } },
    spec: { source: { registry: { ...registry, url } } },
    status: { phase: 'Succeeded', progress: '100.0%', claimName: nameOf('a') },
  });
  expect(dataVolume?.metadata.labels).toEqual(expected);
  const claim = world.get('PersistentVolumeClaim', home, nameOf('a'));
  expect(claim).toMatchObject({
    metadata: {
      annotations: {
        'archipelago.dev/simulated': 'true',
        'cdi.kubevirt.io/storage.import.endpoint': url,
        'cdi.kubevirt.io/storage.import.registryImageArchitecture': 'arm64',
        'cdi.kubevirt.io/storage.import.lastUseTime': '2026-01-01T00:01:10.000Z',
      },
      ownerReferences: [
        { kind: 'DataVolume', name: nameOf('a'), uid: `uid of ${nameOf('a')}`, controller: true },
      ],
    },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '5Gi' } } },
    status: { phase: 'Bound', capacity: { storage: '5Gi' } },
  });
  expect(claim?.metadata.labels).toEqual(expected);
  const dataSource = world.get('DataSource', home, 'fedora');
  expect(dataSource?.metadata.labels).toEqual(expected);
  expect(dataSource).toMatchObject({
    metadata: { annotations: { 'archipelago.dev/simulated': 'true' } },
    spec: { source: { pvc: { name: nameOf('a'), namespace: home } } },
  });
});

test('the cron tells what was imported, and when', () => {
  const world = new TestWorld([cronOf()]);
  settle(world, found());
  const cron = world.get('DataImportCron', home, 'fedora-cron');
  expect(cron?.metadata.annotations).toEqual({
    'cdi.kubevirt.io/storage.import.sourceDesiredDigest': digestOf('a'),
    'cdi.kubevirt.io/storage.import.lastCronTime': '2026-01-01T00:01:00Z',
  });
  expect(cron?.status).toMatchObject({
    currentImports: [{ DataVolumeName: nameOf('a'), Digest: digestOf('a') }],
    lastImportedPVC: { name: nameOf('a'), namespace: home },
    lastImportTimestamp: '2026-01-01T00:01:10Z',
    lastExecutionTimestamp: '2026-01-01T00:01:00Z',
    sourceFormat: 'pvc',
  });
  expect(conditions(world)).toEqual({
    Progressing: 'False NoImport: No current import',
    UpToDate: 'True UpToDate: Latest import is up to date',
  });
});

test.each([
  [0, '0.00%', 2_500],
  [1, '0.00%', 1_500],
  [3, '25.00%', 2_000],
  [5, '50.00%', 2_500],
  [9, '75.00%', 1_000],
])('an import takes its time: after %d of 10 s', (seconds, progress, afterMs) => {
  const world = new TestWorld([
    cronOf(),
    dataVolumeOf(nameOf('a'), ''),
    claimOf(nameOf('a'), 'Pending', { created: -seconds }),
  ]);
  expect(step(world, found())).toMatchObject({ afterMs });
  world.carryOut(step(world, found()).writes);
  expect(conditions(world)).toEqual({
    Progressing: `True ImportProgressing: Import of ${nameOf('a')} (simulated)`,
    UpToDate: 'False ImportProgressing: Import is progressing (simulated)',
  });
  expect(world.get('DataVolume', home, nameOf('a'))?.status).toMatchObject({
    phase: 'ImportInProgress',
    progress,
  });
  expect(names(world, 'DataSource')).toEqual([]);
});

test('a claim or import that is there is used, and whose it was stays written on it', () => {
  const label = 'template.kubevirt.io/architecture';
  const world = new TestWorld([
    cronOf({ metadata: { labels: { [label]: 'amd64' } } }),
    claimOf(nameOf('a'), 'Pending', { labels: { [cronLabel]: 'other' } }),
  ]);
  settle(world, found());
  expect(names(world, 'DataVolume')).toEqual([]);
  expect(world.get('PersistentVolumeClaim', home, nameOf('a'))?.metadata.labels).toEqual({
    [cronLabel]: 'other',
    [label]: 'amd64',
  });
  expect(world.get('DataSource', home, 'fedora')?.spec).toEqual({
    source: { pvc: { name: nameOf('a'), namespace: home } },
  });
});

test('a claim that somebody has deleted is made again', () => {
  const world = new TestWorld([cronOf()]);
  settle(world, found());
  world.objects.delete(`PersistentVolumeClaim/${home}/${nameOf('a')}`);
  settle(world, found());
  expect(world.get('PersistentVolumeClaim', home, nameOf('a'))?.status).toMatchObject({ phase: 'Bound' });
});

interface Trouble {
  readonly what: string;
  readonly sketch?: CronSketch;
  readonly polled: PolledImage;
  readonly message: string;
}

const troubles: readonly Trouble[] = [
  {
    what: 'a platform that the index lacks',
    sketch: { registry: { platform: { architecture: 's390x' } } },
    polled: found(),
    message: 'no image found in manifest list for architecture s390x',
  },
  {
    what: 'a provoked failure',
    sketch: { metadata: { annotations: { 'archipelago.dev/simulate-failure': 'disk is full' } } },
    polled: found(),
    message: 'disk is full',
  },
  {
    what: 'a registry that fails under way',
    sketch: {
      metadata: { annotations: { 'cdi.kubevirt.io/storage.import.sourceDesiredDigest': digestOf('a') } },
    },
    polled: down,
    message: 'registry.example: answers 500',
  },
];

test.each(troubles)('$what is told, and got over', ({ sketch = {}, polled, message }) => {
  const finalizers = ['cdi.kubevirt.io/dataImportCronFinalizer'];
  const metadata = { ...sketch.metadata, finalizers };
  const world = new TestWorld([cronOf({ ...sketch, metadata })]);
  settle(world, polled);
  world.now += 60_000;
  settle(world, polled);
  expect(conditions(world)).toEqual({
    Progressing: `False Failed: ${message}`,
    UpToDate: `False Outdated: ${message}`,
  });
  expect(world.get('DataVolume', home, nameOf('a'))?.status).toMatchObject({
    phase: 'Failed',
    conditions: [{ type: 'Running', status: 'False', reason: 'Error', message }],
  });
  expect(names(world, 'DataSource')).toEqual([]);
  const cron = world.get('DataImportCron', home, 'fedora-cron') as KubernetesObject;
  world.put({ ...cron, metadata: { ...cron.metadata, annotations: {} } });
  settle(world, found('a', ['amd64', 'arm64', 's390x']));
  expect(conditions(world)).toMatchObject({ UpToDate: 'True UpToDate: Latest import is up to date' });
  expect(names(world, 'DataSource')).toEqual(['fedora']);
});

test('what is imported stays up to date though the registry fails', () => {
  const world = new TestWorld([cronOf()]);
  settle(world, found());
  settle(world, down);
  expect(conditions(world)).toEqual({
    Progressing: 'False NoImport: No current import',
    UpToDate: 'True UpToDate: Latest import is up to date, as far as is known: registry.example: answers 500',
  });
  settle(world, found());
  expect(conditions(world)).toMatchObject({ UpToDate: 'True UpToDate: Latest import is up to date' });
});

test('a new importer begins nothing before the registry has told which platforms there are', () => {
  const annotations = { 'cdi.kubevirt.io/storage.import.sourceDesiredDigest': digestOf('a') };
  const finalizers = ['cdi.kubevirt.io/dataImportCronFinalizer'];
  const sketch = { metadata: { annotations, finalizers } };
  expect(step(new TestWorld([]), undefined, sketch)).toEqual({ writes: [] });
  expect(step(new TestWorld([]), found(), sketch).writes).not.toEqual([]);
});

test('a cron without schedule imports the digest that somebody writes on it', () => {
  const annotations = { 'cdi.kubevirt.io/storage.import.sourceDesiredDigest': digestOf('b') };
  const world = new TestWorld([cronOf({ spec: { schedule: '' } })]);
  settle(world, undefined);
  expect(conditions(world)).toMatchObject({
    UpToDate: 'False NoDigest: No source digest: spec.schedule is empty',
  });
  const cron = world.get('DataImportCron', home, 'fedora-cron') as KubernetesObject;
  world.put({ ...cron, metadata: { ...cron.metadata, annotations } });
  settle(world, undefined);
  expect(names(world, 'PersistentVolumeClaim')).toEqual([nameOf('b')]);
});

test('only a DataSource with the label of the cron is filled', () => {
  const spec = { source: { snapshot: { name: 'x', namespace: home } } };
  const foreign = dataSourceOf('fedora', spec.source);
  const world = new TestWorld([cronOf(), foreign]);
  settle(world, found());
  expect(world.get('DataSource', home, 'fedora')).toEqual(foreign);
  world.put(dataSourceOf('fedora', spec.source, ours));
  settle(world, found());
  expect(world.get('DataSource', home, 'fedora')?.spec).toEqual({
    source: { pvc: { name: nameOf('a'), namespace: home } },
  });
});

test('two crons do not quarrel about a DataSource', () => {
  const rival = cronOf({ name: 'rival' });
  const labelled = dataSourceOf('fedora', undefined, { labels: { [cronLabel]: 'rival' } });
  expect(step(new TestWorld([rival, labelled]), found()).writes).toEqual([]);
  const elsewhere = cronOf({ name: 'rival', managed: 'other' });
  expect(step(new TestWorld([elsewhere, labelled]), found()).writes).not.toEqual([]);
  expect(step(new TestWorld([labelled]), found()).writes).not.toEqual([]);
});

test.each([
  { importsToKeep: undefined, garbageCollect: undefined, kept: ['b', 'a', 'd'] },
  { importsToKeep: 2, garbageCollect: undefined, kept: ['a', 'd'] },
  { importsToKeep: 1, garbageCollect: 'Outdated', kept: ['d'] },
  { importsToKeep: 0, garbageCollect: undefined, kept: ['d'] },
  { importsToKeep: 1, garbageCollect: 'Never', kept: ['a', 'b', 'c', 'd'] },
])(
  'of imports those used last stay: $importsToKeep $garbageCollect',
  ({ importsToKeep, garbageCollect, kept }) => {
    const spec = {
      ...(importsToKeep === undefined ? {} : { importsToKeep }),
      ...(garbageCollect === undefined ? {} : { garbageCollect }),
    };
    const stranger = claimOf(nameOf('e'), 'Bound', { labels: { [cronLabel]: 'other' } });
    const world = new TestWorld([cronOf({ spec: { ...spec, importsToKeep: 9 } }), stranger]);
    for (const letter of ['a', 'c', 'b', 'a', 'd']) {
      settle(world, found(letter));
      world.now += 1000;
    }
    const cron = world.get('DataImportCron', home, 'fedora-cron') as KubernetesObject;
    world.put({ ...cron, spec: cronOf({ spec }).spec });
    settle(world, found('d'));
    const all = [...kept, 'e'].map(nameOf).sort();
    expect([...names(world, 'PersistentVolumeClaim')].sort()).toEqual(all);
    expect([...names(world, 'DataVolume'), nameOf('e')].sort()).toEqual(all);
  },
);

test('an import that was not done goes when a newer image comes', () => {
  const provoked = { annotations: { 'archipelago.dev/simulate-failure': 'disk is full' } };
  const finalizers = ['cdi.kubevirt.io/dataImportCronFinalizer'];
  const world = new TestWorld([cronOf({ metadata: { ...provoked, finalizers } })]);
  settle(world, found('a'));
  expect(names(world, 'DataVolume')).toEqual([nameOf('a')]);
  settle(world, found('b'));
  expect([names(world, 'DataVolume'), names(world, 'PersistentVolumeClaim')]).toEqual([
    [nameOf('b')],
    [nameOf('b')],
  ]);
});

test.each([
  { retentionPolicy: 'None', left: [] },
  { retentionPolicy: 'All', left: ['DataSource', 'DataVolume', 'PersistentVolumeClaim'] },
])('with the policy $retentionPolicy a deleted cron leaves $left', ({ retentionPolicy, left }) => {
  const world = new TestWorld([cronOf({ spec: { retentionPolicy } })]);
  settle(world, found());
  const cron = world.get('DataImportCron', home, 'fedora-cron') as KubernetesObject;
  const { finalizers = [] } = cron.metadata;
  const deletionTimestamp = '2026-01-01T00:02:00Z';
  const dying = {
    ...cron,
    metadata: { ...cron.metadata, deletionTimestamp, finalizers: [...finalizers, 'x/y'] },
  };
  world.put(dying);
  world.carryOut(cronStep(dying, undefined, world).writes);
  // the finalizer outlives what it waits for
  if (retentionPolicy === 'None') {
    expect(world.get('DataImportCron', home, 'fedora-cron')).toBe(dying);
    world.carryOut(cronStep(dying, undefined, world).writes);
  }
  const after = world.get('DataImportCron', home, 'fedora-cron') as KubernetesObject;
  expect(after.metadata.finalizers).toEqual(['x/y']);
  expect(cronStep(after, undefined, world)).toEqual({ writes: [] });
  expect(
    [...world.objects.values()]
      .map(({ kind }) => kind)
      .filter((kind) => kind !== 'DataImportCron')
      .sort(),
  ).toEqual(left);
});

test("what is somebody else's, or to be kept, stays when a cron goes", () => {
  const deletionTimestamp = '2026-01-01T00:02:00Z';
  const cron = cronOf({ spec: { retentionPolicy: 'None' } });
  const dying = { ...cron, metadata: { ...cron.metadata, deletionTimestamp } };
  const both = { [cronLabel]: 'fedora-cron', [cleanupLabel]: 'true' };
  const going = claimOf('going', 'Bound', { labels: both });
  const world = new TestWorld([
    dying,
    claimOf('mine', 'Bound', { labels: both }),
    { ...going, metadata: { ...going.metadata, deletionTimestamp } },
    claimOf('kept', 'Bound', { labels: { [cronLabel]: 'fedora-cron' } }),
    claimOf('other', 'Bound', { labels: { ...both, [cronLabel]: 'other' } }),
    claimOf('no', 'Bound', { labels: { ...both, [cleanupLabel]: 'no' } }),
    claimOf('elsewhere', 'Bound', { labels: both, namespace: 'elsewhere' }),
  ]);
  expect(
    cronStep(dying, undefined, world).writes.map(({ do: verb, object }) => `${verb} ${object.metadata.name}`),
  ).toEqual(['delete mine']);
});

test.each([
  ['Bound', true],
  ['Pending', false],
])('an import is done when its claim is bound, too: %s', (phase, isDone) => {
  const world = new TestWorld([cronOf(), dataVolumeOf(nameOf('a')), claimOf(nameOf('a'), phase)]);
  world.carryOut(step(world, found()).writes);
  expect(names(world, 'DataSource')).toEqual(isDone ? ['fedora'] : []);
});

test.each([
  ['docker://registry.example:5000/fedora'],
  ['docker://registry.example:5000/fedora:latest'],
  [`docker://registry.example:5000/fedora@${digestOf('b')}`],
  [`docker://registry.example:5000/fedora:latest@${digestOf('b')}`],
])('the digest takes the place of tag and digest of %s', (url) => {
  const world = new TestWorld([cronOf({ registry: { url } })]);
  settle(world, found());
  expect(world.get('DataVolume', home, nameOf('a'))?.spec).toMatchObject({
    source: { registry: { url: `docker://registry.example:5000/fedora@${digestOf('a')}` } },
  });
});

test('what is told keeps its times while it is told again, and the time of an import is its own', () => {
  const world = new TestWorld([cronOf()]);
  settle(world, found());
  const before = world.get('DataImportCron', home, 'fedora-cron')?.status;
  world.now += 60_000;
  settle(world, down);
  const after = world.get('DataImportCron', home, 'fedora-cron')?.status;
  const times = (status: unknown) =>
    (status as { conditions: Record<string, string>[] }).conditions.map(
      ({ type, lastTransitionTime, lastHeartbeatTime }) => [type, lastTransitionTime, lastHeartbeatTime],
    );
  const [first, second] = ['2026-01-01T00:01:10Z', '2026-01-01T00:02:10Z'];
  expect(times(before)).toEqual([
    ['Progressing', first, first],
    ['UpToDate', first, first],
  ]);
  // UpToDate says something else, and is as true as before
  expect(times(after)).toEqual([
    ['Progressing', first, first],
    ['UpToDate', first, second],
  ]);
  expect(after).toMatchObject({ lastImportTimestamp: first });
});

test('odd crons are no trouble', () => {
  for (const spec of [{}, { template: 7 }, { template: { spec: { source: { registry: ['x'] } } } }]) {
    const cron: KubernetesObject = {
      ...cronOf(),
      spec: { managedDataSource: 'fedora', schedule: 'x', ...spec },
    };
    const world = new TestWorld([cron]);
    settle(world, found());
    expect(names(world, 'PersistentVolumeClaim')).toEqual([nameOf('a')]);
  }
});
