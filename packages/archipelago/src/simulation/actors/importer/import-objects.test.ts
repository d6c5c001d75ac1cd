import { expect, test } from 'vitest';
import { begin, fail, importOf, isImported, run, succeed, use } from './import-objects.ts';
import { claimOf, cronOf, dataVolumeOf, home, now, TestWorld } from './importer.test-support.ts';

const digest = `sha256:${'a'.repeat(64)}`;
const name = `fedora-${'a'.repeat(12)}`;
const at = '2026-01-01T00:01:00Z';
const times = { lastTransitionTime: at, lastHeartbeatTime: at };

test('an import is named by its image, and begins with a volume, then its claim', () => {
  const registry = { platform: { architecture: 'arm64' } };
  const cron = cronOf({
    registry,
    metadata: { labels: { 'instancetype.kubevirt.io/default': 'u1', other: 'x' } },
  });
  const world = new TestWorld([cron]);
  const labels = {
    'instancetype.kubevirt.io/default': 'u1',
    'cdi.kubevirt.io/dataImportCron': 'fedora-cron',
  };
  const simulated = { 'archipelago.dev/simulated': 'true' };
  const url = `docker://registry.example:5000/fedora@${digest}`;
  const [volume, ...noOther] = begin(cron, importOf(cron, digest, world));
  expect([volume?.object, noOther]).toEqual([
    {
      apiVersion: 'cdi.kubevirt.io/v1beta1',
      kind: 'DataVolume',
      metadata: {
        name,
        namespace: home,
        labels,
        annotations: { ...simulated, 'cdi.kubevirt.io/storage.bind.immediate.requested': 'true' },
      },
      spec: {
        source: { registry: { ...registry, url } },
        storage: { resources: { requests: { storage: '5Gi' } } },
      },
    },
    [],
  ]);
  if (volume !== undefined) world.carryOut([volume]);
  const [claim] = begin(cron, importOf(cron, digest, world));
  expect(claim?.object).toEqual({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name,
      namespace: home,
      labels,
      annotations: {
        ...simulated,
        'cdi.kubevirt.io/storage.import.source': 'registry',
        'cdi.kubevirt.io/storage.import.endpoint': url,
        'cdi.kubevirt.io/storage.import.registryImageArchitecture': 'arm64',
      },
      ownerReferences: [
        {
          apiVersion: 'cdi.kubevirt.io/v1beta1',
          kind: 'DataVolume',
          name,
          uid: `uid of ${name}`,
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '5Gi' } } },
  });
  if (claim !== undefined) world.carryOut([claim]);
  expect(begin(cron, importOf(cron, digest, world))).toEqual([]);
});

const volume = dataVolumeOf(name, 'Pending');
const one = { name, digest, dataVolume: volume, claim: claimOf(name, 'Pending') };
const world = new TestWorld([]);

test('an import at work, failed and done says so once', () => {
  const statusOf = (phase: string, progress: string, condition: object) => ({
    claimName: name,
    phase,
    progress,
    conditions: [{ type: 'Running', ...condition, ...times }],
  });
  const working = statusOf('ImportInProgress', '25.00%', {
    status: 'True',
    reason: 'Pod is running',
    message: '',
  });
  const failed = statusOf('Failed', 'N/A', { status: 'False', reason: 'Error', message: 'no image' });
  const done = statusOf('Succeeded', '100.0%', {
    status: 'False',
    reason: 'Completed',
    message: 'Import Complete (simulated)',
  });
  const bound = { phase: 'Bound', accessModes: ['ReadWriteOnce'], capacity: { storage: '5Gi' } };
  const write = (object: unknown, status: unknown) => ({ do: 'patchStatus', object, patch: { status } });
  expect(run(one, '25.00%', world)).toEqual([write(volume, working)]);
  expect(fail(one, 'no image', world)).toEqual([write(volume, failed)]);
  expect(succeed(one, world)).toEqual([write(one.claim, bound), write(volume, done)]);
  expect(run({ ...one, dataVolume: { ...volume, status: working } }, '25.00%', world)).toEqual([]);
  expect(fail({ ...one, dataVolume: { ...volume, status: failed } }, 'no image', world)).toEqual([]);
  const all = { ...one, dataVolume: { ...volume, status: done }, claim: { ...one.claim, status: bound } };
  expect(succeed(all, world)).toEqual([]);
  for (const missing of [{ dataVolume: undefined }, { claim: undefined }]) {
    expect(succeed({ ...one, ...missing }, world)).toEqual([]);
  }
  const lone = { ...one, dataVolume: undefined };
  expect([run(lone, 'N/A', world), fail(lone, '', world)]).toEqual([[], []]);
});

test.each([
  ['Succeeded', 'Bound', true],
  ['Succeeded', 'Pending', false],
  ['ImportInProgress', 'Bound', false],
] as const)('a volume that is %s with a claim that is %s', (phase, claimPhase, wanted) => {
  const [dataVolume, claim] = [dataVolumeOf(name, phase), claimOf(name, claimPhase)];
  expect(isImported({ name, digest, dataVolume, claim })).toBe(wanted);
  expect(isImported({ name, digest, dataVolume: undefined, claim })).toBe(true);
  expect(isImported({ name, digest, dataVolume, claim: undefined })).toBe(false);
});

test('a claim is told since when it has been the newest, once', () => {
  const cron = cronOf({ spec: { retentionPolicy: 'None' } });
  const labels = { 'cdi.kubevirt.io/dataImportCron.cleanup': 'true' };
  const since = { 'cdi.kubevirt.io/storage.import.lastUseTime': '2026-01-01T00:01:00.000Z' };
  const claim = claimOf(name, 'Bound');
  const patch = (metadata: object, object: object) => [{ do: 'patch', object, patch: { metadata } }];
  expect(use(cron, { ...one, claim }, now)).toEqual(patch({ labels, annotations: since }, claim));
  const used = claimOf(name, 'Bound', { labels, annotations: since });
  const newest = { ...cron, status: { lastImportedPVC: { name } } };
  expect(use(newest, { ...one, claim: used }, now)).toEqual([]);
  expect(use(cron, { ...one, claim: used }, now)).toEqual(patch({ labels: {}, annotations: since }, used));
  const unlabelled = claimOf(name, 'Bound', { annotations: since });
  expect(use(newest, { ...one, claim: unlabelled }, now)).toEqual(
    patch({ labels, annotations: {} }, unlabelled),
  );
  expect(use(cron, { ...one, claim: undefined }, now)).toEqual([]);
});
