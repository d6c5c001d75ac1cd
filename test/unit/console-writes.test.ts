import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JsonObject, objectAt, objectsAt, textAt, valueAt } from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { consoleAsks } from '../../packages/archipelago/src/cli/commands/console/console-asks.ts';
import { consolePages } from '../../packages/archipelago/src/cli/commands/console/console-pages.ts';
import type { Io } from '../../packages/archipelago/src/cli/process/io.ts';
import { type DoctoredCluster, startDoctoredCluster } from './doctored-cluster.test-support.ts';

const io: Io = {
  out: () => undefined,
  err: () => undefined,
  read: async () => '',
  find: async () => undefined,
  color: false,
};
const classes: Resource = {
  ...{ group: 'storage.k8s.io', version: 'v1', plural: 'storageclasses' },
  ...{ kind: 'StorageClass', namespaced: false },
};

let folder: string;
let kubeconfig: string;
let cluster: DoctoredCluster;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archipelago-console-writes-'));
  kubeconfig = join(folder, 'kubeconfig');
  cluster = await startDoctoredCluster();
  await writeFile(kubeconfig, cluster.kubeconfig);
});

afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

async function ask(name: string, body: JsonObject, file = kubeconfig): Promise<JsonObject> {
  return (await consoleAsks({ kubeconfig: file }, io).get(name)?.answer(body)) ?? {};
}

async function findings(page = 'doctor'): Promise<readonly JsonObject[]> {
  const seen = await consolePages({ kubeconfig }, io).get(page)?.(undefined);
  return objectsAt(seen?.view, 'findings');
}

const codes = async () => (await findings()).map(({ code }) => code);

async function classNames(body: JsonObject): Promise<void> {
  const listed = await cluster.client.list(classes);
  for (const { metadata } of listed.ok ? listed.value.items : [])
    await cluster.client.patch(classes, metadata, { type: 'merge', body });
}

describe('a fix from the page', () => {
  beforeEach(() => cluster.prepare('VD301'));

  it('is shown, made once it was seen, and taken back', async () => {
    const shown = await ask('fix', { code: 'VD301' });
    expect(shown).toMatchObject({
      writes: [
        {
          verb: 'change',
          object: expect.stringMatching(/^StorageClass /),
          fields: [{ field: 'metadata.annotations' }],
        },
      ],
      server: [],
      refused: [],
      effects: [expect.any(String)],
    });
    expect(await codes()).toContain('VD301');
    const made = await ask('fix', { code: 'VD301', write: textAt(shown, 'fingerprint') });
    expect(made).toMatchObject({ outcome: { kind: 'done', wrote: [expect.stringMatching(/^Storage/)] } });
    expect(await codes()).not.toContain('VD301');
    const undo = objectAt(valueAt(made, 'outcome', 'undo'));
    const back = await ask('undo', { undo });
    expect(back).toMatchObject({ writes: [{ verb: 'change' }], server: [] });
    expect(await codes()).not.toContain('VD301');
    expect(await ask('undo', { undo, write: textAt(back, 'fingerprint') })).toMatchObject({
      outcome: { kind: 'done' },
    });
    expect(await codes()).toContain('VD301');
    expect(await ask('undo', { undo })).toMatchObject({
      writes: [],
      refused: [expect.stringContaining('is as it was')],
    });
  });

  it('is not made when it is another than was seen', async () => {
    expect(await ask('fix', { code: 'VD301', write: 'x' })).toMatchObject({ outcome: { kind: 'changed' } });
    expect(await codes()).toContain('VD301');
  });

  it('is made against a GitOps tool only by who says so', async () => {
    await classNames({ metadata: { labels: { 'argocd.argoproj.io/instance': 'storage' } } });
    const shown = await ask('fix', { code: 'VD301' });
    expect(shown).toMatchObject({ writes: [{ keptBy: 'Argo CD' }] });
    const write = textAt(shown, 'fingerprint');
    expect(await ask('fix', { code: 'VD301', write })).toMatchObject({ outcome: { kind: 'refused' } });
    const made = await ask('fix', { code: 'VD301', write, force: true });
    expect(made).toMatchObject({ outcome: { kind: 'done' } });
    // to take it back is a write like another
    const undo = objectAt(valueAt(made, 'outcome', 'undo'));
    const back = await ask('undo', { undo });
    expect(back).toMatchObject({ writes: [{ keptBy: 'Argo CD' }] });
    const again = { undo, write: textAt(back, 'fingerprint') };
    expect(await ask('undo', again)).toMatchObject({ outcome: { kind: 'refused' } });
    expect(await ask('undo', { ...again, force: true })).toMatchObject({ outcome: { kind: 'done' } });
  });

  it('says what is for people', async () => {
    await cluster.prepare('VD201');
    expect(await ask('fix', { code: 'VD201' })).toMatchObject({
      writes: [],
      refused: [expect.stringContaining('for people to decide')],
    });
  });

  it('has the rights of who asks', async () => {
    const file = join(folder, 'stranger');
    await writeFile(file, cluster.kubeconfig.replace(/^( +)(token: .*)$/m, '$1$2\n$1as: stranger'));
    const told = await ask('ignore', { code: 'VD301', reason: 'x' }, file);
    expect(told).toMatchObject({ problem: { message: expect.stringContaining('stranger') } });
  });
});

describe('to ignore a finding from the page', () => {
  beforeEach(() => cluster.prepare('VD302'));

  const reason = 'we move';

  it('is written on its object, with reason and day, and taken back', async () => {
    const finding = (await findings()).find(({ code }) => code === 'VD302');
    const body = { code: 'VD302', reason, until: '2999-01-31', object: objectAt(finding, 'object') };
    const shown = await ask('ignore', body);
    expect(shown).toMatchObject({ writes: [{ verb: 'change', fields: [{ after: 'VD302' }, {}, {}] }] });
    const made = await ask('ignore', { ...body, write: textAt(shown, 'fingerprint') });
    expect(made).toMatchObject({ outcome: { kind: 'done' } });
    expect(await codes()).not.toContain('VD302');
    const undo = objectAt(valueAt(made, 'outcome', 'undo'));
    const { fingerprint = '' } = await ask('undo', { undo });
    expect(await ask('undo', { undo, write: fingerprint })).toMatchObject({ outcome: { kind: 'done' } });
    expect(await codes()).toContain('VD302');
  });

  it('of no object is written on the HyperConverged, beside what it ignores already', async () => {
    const first = await ask('ignore', { code: 'VD301', reason });
    await ask('ignore', { code: 'VD301', reason, write: textAt(first, 'fingerprint') });
    expect(await ask('ignore', { code: 'VD302', reason: 'both' })).toMatchObject({
      writes: [
        {
          object: 'HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged',
          fields: [
            { before: 'VD301', after: 'VD301,VD302' },
            { before: reason, after: 'both' },
          ],
        },
      ],
    });
  });

  it.each<[JsonObject, string]>([
    [{ code: 'VD302', reason: ' ' }, 'reason'],
    [{ code: 'VD302', reason, until: 'tomorrow' }, 'until'],
    [{ code: 'VD302', reason, until: '2026-02-30' }, 'until'],
    [{ code: 'VD3O2', reason }, 'VD3O2'],
    [{ code: 'VD302', reason, object: { kind: 'Secret', name: 'a', namespace: 'b' } }, 'Secret'],
    [{ code: 'VD302', reason, object: { kind: 'StorageClass', name: 'gone' } }, 'gone'],
  ])('is refused of %j', async (body, problem) => {
    expect(await ask('ignore', body)).toMatchObject({
      problem: { kind: 'notThere', message: expect.stringContaining(problem) },
    });
  });

  it.each<[string, JsonObject]>([
    ['something else on a kind that fixes do not write', { spec: { unschedulable: true } }],
    ['other annotations', { metadata: { annotations: { 'a/b': 'c' } } }],
    ['labels', { metadata: { labels: { a: 'b' } } }],
  ])('is no way to write %s', async (_, undo) => {
    const step = { fact: 'nodes', apiVersion: 'v1', name: 'a', written: {}, undo };
    expect(
      await ask('undo', { undo: { schema: 'doctor-undo/v1', code: 'VD302', steps: [step] } }),
    ).toMatchObject({ problem: { kind: 'notThere' } });
  });
});

describe('the report as a file', () => {
  it.each([
    ['json', /^\{\n {2}"schema": "doctor\/v1"/],
    ['yaml', /^schema: doctor\/v1\n/],
    ['markdown', /^#/],
    ['sarif', /"version": "2\.1\.0"/],
    ['junit', /^<\?xml/],
  ])('in %s', async (format, begins) => {
    await cluster.prepare('VD301');
    expect(textAt(await ask('report', { format }), 'report')).toMatch(begins);
  });

  it('is in Japanese, as the page is, for who wants it', async () => {
    const japanese = await ask('report', { format: 'markdown', language: 'ja' });
    expect(textAt(japanese, 'report')).toMatch(/[ぁ-ん]/);
    expect(textAt(await findings('doctor-ja'), 0, 'title')).toMatch(/[ぁ-んァ-ン一-龠]/);
  });
});
