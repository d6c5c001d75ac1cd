import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import { createKubernetesClient, type Resource } from '@archipelago/kube-client';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { propertyRuns } from '../../../../test/support/property-runs.ts';
import { readSnapshot } from '../cli/cluster/read-snapshot.ts';
import { prepareFolder, writeSnapshot } from '../cli/commands/snapshot/write-snapshot.ts';
import { checkCases } from '../doctor/checks.cases.test-support.ts';
import { topics } from '../doctor/checks.ts';
import { factKinds, factNames } from '../doctor/facts/fact-kinds.ts';
import { keepFields } from '../doctor/facts/keep-fields.ts';
import { keptFields } from '../doctor/facts/kept-fields.ts';
import { readFacts } from '../doctor/facts/read-facts.ts';
import { examine } from '../doctor/model/examine.ts';
import { maskNames } from './mask-names.ts';
import { parseSnapshotFile, snapshotFileOf } from './parse-snapshot-file.ts';
import type { Snapshot, SnapshotPart } from './snapshot.ts';
import { snapshotKinds } from './snapshot-kinds.ts';
import { snapshotTransport } from './snapshot-transport.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const checks = topics.flatMap((topic) => topic.checks);
const diagnose = (objects: readonly JsonObject[]) => examine(checks, readFacts(objects, now).facts);
const told = (objects: readonly JsonObject[]) => {
  const { findings, checks: results } = diagnose(objects);
  return [
    findings.map(({ code, severity }) => [code, severity]),
    results.map(({ code, status }) => [code, status]),
  ];
};

const pods: Resource = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true };
const secrets: Resource = { ...pods, plural: 'secrets', kind: 'Secret' };
const pod = (name: string, namespace: string, labels: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace, labels },
});
const ofParts = (...parts: readonly SnapshotPart[]): Snapshot => ({
  takenAt: now,
  server: 'v1.36.2',
  masked: false,
  parts,
});
const read = (resource: Resource, ...objects: readonly JsonObject[]): SnapshotPart => ({
  resource,
  reading: { state: 'read', objects },
});

/** The objects as a snapshot of their cluster has them. */
function snapshotOf(objects: readonly JsonObject[]): Snapshot {
  return ofParts(
    ...factNames.map((name) => {
      const { group, versions, plural, kind } = factKinds[name];
      const resource = { group, version: versions[0] ?? '', plural, kind, namespaced: true };
      const isIt = (one: JsonObject) => one.kind === kind && String(one.apiVersion).startsWith(group);
      return read(resource, ...objects.filter(isIt));
    }),
  );
}

const objectsIn = ({ parts }: Snapshot) =>
  parts.flatMap(({ reading }) => (reading.state === 'read' ? reading.objects : []));

describe.each(Object.entries(checkCases))('%s', (_, { found, near }) => {
  it.each([
    ['found', found],
    ['near', near],
  ])('%s: of what is kept, masked or not, the same is said', (__, objects) => {
    const kept = objects.map((object) => {
      const name = factNames.find((one) => objectsIn(snapshotOf([object])).length > 0 && isOf(object, one));
      return name === undefined ? object : keepFields(object, keptFields[name]);
    });
    const errors = objects.filter(({ $error }) => $error !== undefined);
    const masked = [...objectsIn(maskNames(snapshotOf(kept))), ...errors];
    expect(told(kept)).toEqual(told(objects));
    expect(told(masked)).toEqual(told(objects));
  });
});

function isOf(object: JsonObject, name: (typeof factNames)[number]): boolean {
  const { group, kind } = factKinds[name];
  return object.kind === kind && String(object.apiVersion).startsWith(group);
}

test('whatever a cluster holds, masks change nothing of what is said', () => {
  const pool = Object.values(checkCases).flatMap(({ found, near }) => [...found, ...near]);
  const clusters = fc.array(fc.constantFrom(...pool), { maxLength: 40 });
  fc.assert(
    fc.property(clusters, (objects) => {
      const errors = objects.filter(({ $error }) => $error !== undefined);
      const whole = objectsIn(snapshotOf(objects));
      const masked = objectsIn(maskNames(snapshotOf(objects)));
      expect(told([...masked, ...errors])).toEqual(told([...whole, ...errors]));
    }),
    { numRuns: propertyRuns(50), seed: 14 },
  );
});

test('names are masked wherever they stand, in their order; words and products are not', () => {
  const nodes: Resource = { ...pods, plural: 'nodes', kind: 'Node' };
  const masked = maskNames(
    ofParts(
      read(nodes, { kind: 'Node', metadata: { name: 'rack1.acme.example' } }),
      read(pods, {
        kind: 'Pod',
        metadata: { name: 'db', namespace: 'bank', annotations: { net: '[{"name":"bank/db"}]' } },
        spec: { nodeName: 'rack1.acme.example', note: 'dbx rack1.acme.example.br0, openshift-cnv' },
      }),
      read(secrets, { metadata: { name: 'openshift-cnv', namespace: 'openshift-cnv' } }),
    ),
  );
  expect(objectsIn(masked)).toEqual([
    { kind: 'Node', metadata: { name: 'node-3' } },
    {
      kind: 'Pod',
      metadata: {
        name: 'pod-2',
        namespace: 'namespace-1',
        annotations: { net: '[{"name":"namespace-1/pod-2"}]' },
      },
      spec: { nodeName: 'node-3', note: 'dbx node-3.br0, openshift-cnv' },
    },
    { metadata: { name: 'openshift-cnv', namespace: 'openshift-cnv' } },
  ]);
});

test('words of an API stay, pods of machines and short names of nodes do not', () => {
  const nodes: Resource = { ...pods, plural: 'nodes', kind: 'Node' };
  const attachments: Resource = { ...pods, plural: 'network-attachment-definitions', kind: 'X' };
  const drivers: Resource = { ...pods, plural: 'csidrivers', kind: 'CSIDriver' };
  const masked = maskNames(
    ofParts(
      read(nodes, { metadata: { name: 'kube-1.corp', labels: { 'kubernetes.io/hostname': 'kube-1' } } }),
      read(attachments, {
        metadata: { name: 'bridge', namespace: 'rook-ceph' },
        spec: { config: '{"type":"bridge","name":"bridge"}', pod: 'virt-launcher-bridge-abcde' },
      }),
      read(drivers, { metadata: { name: 'rook-ceph.rbd' }, spec: { driver: 'rook-ceph.rbd' } }),
    ),
  );
  expect(objectsIn(masked)).toEqual([
    { metadata: { name: 'node-2', labels: { 'kubernetes.io/hostname': 'node-2' } } },
    {
      metadata: { name: 'network-1', namespace: 'namespace-3' },
      spec: { config: '{"type":"bridge","name":"network-1"}', pod: 'virt-launcher-network-1-abcde' },
    },
    { metadata: { name: 'rook-ceph.rbd' }, spec: { driver: 'rook-ceph.rbd' } },
  ]);
});

describe('a snapshot as an API server', () => {
  const client = createKubernetesClient({
    transport: snapshotTransport(
      ofParts(
        read(pods, pod('a', 'x', { app: 'one' }), pod('b', 'y', { app: 'two' })),
        { resource: { ...pods, plural: 'jobs', group: 'batch' }, reading: { state: 'absent' } },
        { resource: { ...pods, plural: 'services' }, reading: { state: 'failed', code: 403 } },
        { resource: { ...pods, plural: 'endpoints' }, reading: { state: 'failed', code: 504 } },
      ),
    ),
    userAgent: 'test',
  });
  const names = async (options: object) => {
    const listed = await client.list(pods, options);
    return listed.ok ? listed.value.items.map(({ metadata }) => metadata.name) : listed.status.code;
  };

  it('lists by namespace, labels and fields', async () => {
    expect(await names({})).toEqual(['a', 'b']);
    expect(await names({ namespace: 'x' })).toEqual(['a']);
    expect(await names({ labelSelector: 'app in (two,three)' })).toEqual(['b']);
    expect(await names({ fieldSelector: 'metadata.name=a' })).toEqual(['a']);
    expect(await names({ labelSelector: 'app in (' })).toBe(400);
  });

  it('gets one, and says which kinds there are', async () => {
    expect(await client.get(pods, { namespace: 'y', name: 'b' })).toMatchObject({ ok: true });
    expect(await client.get(pods, { namespace: 'x', name: 'b' })).toMatchObject({ status: { code: 404 } });
    expect(await client.served(pods)).toEqual({ ok: true, value: true });
    expect(await client.served({ ...pods, plural: 'jobs', group: 'batch' })).toEqual({
      ok: true,
      value: false,
    });
  });

  it.each([
    ['batch', 'jobs', 404],
    ['', 'services', 403],
    ['', 'endpoints', 500],
    ['', 'secrets', 403],
  ])('%s %s: what was not read is not taken for absent', async (group, plural, code) => {
    expect(await client.list({ ...pods, group, plural })).toMatchObject({ ok: false, status: { code } });
  });

  it('refuses to be written to', async () => {
    expect(await client.delete(pods, { namespace: 'x', name: 'a' })).toMatchObject({ status: { code: 405 } });
  });
});

test('what is written is read again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'archipelago-snapshot-'));
  try {
    const snapshot = ofParts(read(pods, pod('a', 'x'), pod('ö\u2028', 'y')), {
      resource: { ...pods, plural: 'services' },
      reading: { state: 'failed', code: 403 },
    });
    await prepareFolder(folder);
    await writeSnapshot(folder, snapshot);
    expect(await readSnapshot(folder)).toEqual(snapshot);
    await expect(prepareFolder(folder)).rejects.toThrow('is not empty');
    await writeFile(join(folder, 'pods.v1.json'), '{"items": [');
    await expect(readSnapshot(folder)).rejects.toThrow(/pods\.v1\.json: is no JSON/);
    await rm(join(folder, 'snapshot.json'));
    await expect(readSnapshot(folder)).rejects.toThrow(/make a snapshot with archipelago snapshot/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

describe('snapshot.json', () => {
  const file = snapshotFileOf(ofParts(read(pods)));
  it.each<readonly [JsonValue, RegExp]>([
    [[], /must be an object/],
    [{ ...file, schema: 'snapshot/v2' }, /this release reads snapshot\/v1/],
    [{ ...file, takenAt: 'soon' }, /takenAt/],
    [{ ...file, kinds: 3 }, /kinds/],
    [
      {
        ...file,
        kinds: [{ group: '', version: 'v1', plural: '../../etc/passwd', kind: 'X', state: 'read' }],
      },
      /plural/,
    ],
    [{ ...file, kinds: [{ group: '', version: 'v1', plural: 'pods', kind: 'X', state: 'eaten' }] }, /state/],
  ])('%j is refused', (value, problem) => {
    const parsed = parseSnapshotFile(value);
    expect(parsed.ok ? '' : parsed.problem).toMatch(problem);
  });

  it('whatever it holds, there is an answer', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const changed: JsonValue = JSON.parse(JSON.stringify({ ...file, kinds: value }));
        expect(parseSnapshotFile(changed)).toHaveProperty('ok');
      }),
      { numRuns: propertyRuns(50), seed: 14 },
    );
  });
});

test('no snapshot has Secrets, and each kind is asked for once', () => {
  const plurals = snapshotKinds.map(({ resource }) => resource.plural);
  expect(plurals).not.toContain('secrets');
  const keys = snapshotKinds.map(
    ({ resource: { group, version, plural } }) => `${group}/${version}/${plural}`,
  );
  expect(new Set(keys).size).toBe(keys.length);
});

test('what users put into a machine, and environments, are not kept', () => {
  const template = { spec: { containers: [{ name: 'a', env: [{ name: 'TOKEN', value: 'hidden' }] }] } };
  const volumes = [{ name: 'c', cloudInitNoCloud: { userData: 'password: hidden' } }];
  const metadata = { name: 'x', managedFields: [{ manager: 'hidden' }] };
  const vm = {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata,
    spec: { template: { spec: { architecture: 'arm64', volumes } } },
  };
  const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { template } };
  const kept = [vm, deployment].map((object) =>
    snapshotKinds.filter(({ resource }) => resource.kind === object.kind).map(({ keep }) => keep(object)),
  );
  expect(JSON.stringify(kept)).not.toContain('hidden');
  expect(JSON.stringify(kept)).toContain('"template":{"spec":{"architecture":"arm64"}}');
});
