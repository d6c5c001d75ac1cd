import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KubernetesClient, Resource } from '@archipelago/kube-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remedies } from '../../packages/archipelago/src/doctor/fixes/remedies.ts';
import { type DoctoredCluster, startDoctoredCluster } from './doctored-cluster.test-support.ts';
import { run } from './run-command.test-support.ts';

let cluster: DoctoredCluster;
let client: KubernetesClient;
let folder: string;
let kubeconfig: readonly string[];

const doctor = (...words: readonly string[]) => run(['doctor', ...words, ...kubeconfig], {});
const prepare = (code: string) => cluster.prepare(code);
const undo = (file: string, text: string, ...words: readonly string[]) =>
  run(['doctor', 'undo', file, ...words, ...kubeconfig], { [file]: text });
const codesOf = (out: string): readonly string[] =>
  JSON.parse(out).findings.map(({ code }: { readonly code: string }) => code);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archipelago-doctor-fix-'));
  cluster = await startDoctoredCluster();
  ({ client } = cluster);
  const file = join(folder, 'kubeconfig');
  await writeFile(file, cluster.kubeconfig);
  kubeconfig = ['--kubeconfig', file];
});

afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

describe.each([...remedies.keys()].sort())('doctor fix %s', (code) => {
  it('tries it, does it, and takes it back', async () => {
    await prepare(code);
    const tried = await doctor('fix', code);
    expect(tried).toMatchObject({ code: 0, err: '' });
    expect(tried.out).toMatch(
      / {2}effect: [\s\S]+\nobjects: \d+ to create, \d+ to change, 0 to delete\n[\s\S]*Nothing was written; add --yes to carry it out\.\n$/,
    );
    const file = join(folder, `${code}.json`);
    const done = await doctor('fix', code, '--yes', '--undo-file', file);
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(done.out).toContain(`${code} is gone\n`);
    const way = await readFile(file, 'utf8');
    expect(await undo(file, way)).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^ {2}[~-] /),
    });
    expect(await undo(file, way, '--yes')).toMatchObject({ code: 0, err: '' });
    expect(codesOf((await doctor('-o', 'json')).out)).toContain(code);
  });
});

describe('doctor fix', () => {
  it('says that there is nothing to do, and what is for people', async () => {
    await prepare('VD301');
    expect(await doctor('fix', 'VD302')).toMatchObject({ code: 0, out: 'VD302 finds nothing\n' });
    expect(await doctor('fix', 'VD201')).toMatchObject({ code: 0, out: 'VD201 finds nothing\n' });
    await prepare('VD201');
    const refused = await doctor('fix', 'VD201', '--yes');
    expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('for people to decide and do') });
    expect(await doctor('fix', 'VD999')).toMatchObject({ code: 2 });
  });

  it('prints patches for Git and writes nothing', async () => {
    await prepare('VD808');
    const { code, out } = await doctor('fix', 'VD808', '--emit');
    expect(code).toBe(0);
    expect(out).toBe(`apiVersion: hco.kubevirt.io/v1beta1
kind: HyperConverged
metadata:
  name: kubevirt-hyperconverged
  namespace: kubevirt-hyperconverged
spec:
  featureGates:
    enableMultiArchBootImageImport: true
`);
  });

  it('leaves alone what a GitOps tool looks after, unless it is forced', async () => {
    await prepare('VD301');
    const classes: Resource = {
      ...{ group: 'storage.k8s.io', version: 'v1', plural: 'storageclasses' },
      ...{ kind: 'StorageClass', namespaced: false },
    };
    const listed = await client.list(classes);
    for (const { metadata } of listed.ok ? listed.value.items : [])
      await client.patch(classes, metadata, {
        type: 'merge',
        body: { metadata: { labels: { 'argocd.argoproj.io/instance': 'storage' } } },
      });
    expect(await doctor('fix', 'VD301', '--yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Argo CD looks after it'),
    });
    const file = join(folder, 'forced.json');
    expect(await doctor('fix', 'VD301', '--yes', '--force', '--undo-file', file)).toMatchObject({ code: 0 });
    // somebody else decides about the default meanwhile
    for (const { metadata } of listed.ok ? listed.value.items : [])
      await client.patch(classes, metadata, {
        type: 'merge',
        body: { metadata: { annotations: { 'storageclass.kubernetes.io/is-default-class': 'false' } } },
      });
    const late = await undo(file, await readFile(file, 'utf8'), '--yes');
    expect(late).toMatchObject({ code: 1, err: expect.stringContaining('somebody has changed') });
  });

  it('tells what the server says against it, and that a snapshot cannot be written to', async () => {
    await prepare('VD301');
    const taken = join(folder, 'snapshot');
    await run(['snapshot', taken, ...kubeconfig], {});
    const onSnapshot = await run(['doctor', 'fix', 'VD301', '--snapshot', taken], {});
    expect(onSnapshot).toMatchObject({
      code: 1,
      err: expect.stringContaining('a snapshot cannot be written to'),
    });
    expect(await run(['doctor', 'fix', 'VD301', '--snapshot', taken, '--emit'], {})).toMatchObject({
      code: 0,
    });
  });

  it('changes an object once, however many findings are about it', async () => {
    await prepare('VD003');
    const place = { namespace: 'kubevirt-hyperconverged', name: 'kubevirt-hyperconverged' };
    const kind: Resource = {
      ...{ group: 'hco.kubevirt.io', version: 'v1beta1', plural: 'hyperconvergeds' },
      ...{ kind: 'HyperConverged', namespaced: true },
    };
    const annotations = Object.fromEntries(
      ['kubevirt', 'containerizeddataimporter'].map((of) => [`${of}.kubevirt.io/jsonpatch`, '[]']),
    );
    await client.patch(kind, place, { type: 'merge', body: { metadata: { annotations } } });
    const file = join(folder, 'twice.json');
    expect(await doctor('fix', 'VD003', '--yes', '--undo-file', file)).toMatchObject({ code: 0, err: '' });
    const steps = JSON.parse(await readFile(file, 'utf8')).steps;
    expect(steps).toHaveLength(1);
    // of a fix that stopped halfway the rest is taken back
    const never = {
      ...steps[0],
      name: 'kubevirt-hyperconverged',
      written: { spec: { a: 1 } },
      undo: { spec: { a: null } },
    };
    const half = JSON.stringify({ schema: 'doctor-undo/v1', code: 'VD003', steps: [steps[0], never] });
    expect(await undo(file, half, '--yes')).toMatchObject({ code: 0, err: '' });
    const found = await client.get(kind, place);
    expect(found.ok && Object.keys(found.value.metadata.annotations ?? {})).toEqual(
      expect.arrayContaining(Object.keys(annotations)),
    );
  });

  it.each([['-f', 'objects.yaml'], ['--skip', 'VD302'], ['--node', 'w0'], ['--pre']])(
    '%s does not narrow what is written, and is refused',
    async (...flags) => {
      const { code, err } = await doctor('fix', 'VD301', '--yes', ...flags);
      expect([code, err]).toEqual([2, expect.stringContaining('does not go with fix')]);
    },
  );

  it.each([
    ['{', /is no JSON/],
    ['{"schema": "x"}', /must be doctor-undo\/v1/],
    ['{"schema": "doctor-undo/v1", "code": "VD201"}', /is nothing that doctor fix does/],
    [
      '{"schema": "doctor-undo/v1", "code": "VD301", "steps": [{"fact": "namespaces", "apiVersion": "v1", "name": "x"}]}',
      /must name one of hyperConvergeds/,
    ],
    [
      '{"schema": "doctor-undo/v1", "code": "VD301", "steps": [{"fact": "storageClasses", "apiVersion": "v1", "name": "x"}]}',
      /undo: must be a patch; only what a fix made can be taken away/,
    ],
    [
      '{"schema": "doctor-undo/v1", "code": "VD301", "steps": [{"fact": "secrets"}]}',
      /steps\[0\]: must name one of hyperConvergeds/,
    ],
  ])('undo refuses %s', async (text, problem) => {
    const { code, err } = await undo('undo.json', text);
    expect(code).toBe(2);
    expect(err).toMatch(problem);
  });
});
