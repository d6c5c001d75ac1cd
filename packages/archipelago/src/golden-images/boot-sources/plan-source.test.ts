import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import {
  known,
  Lab,
  namespace,
  nodes,
  readiness,
  type Sketch,
  template,
  toClaim,
  toDataSource,
} from './boot-source-lab.test-support.ts';
import type { Registry } from './cdi-model.test-support.ts';
import { ownerAnnotations } from './ownership.ts';

const cron = 'cdi.kubevirt.io/dataImportCron';
const architecture = 'template.kubevirt.io/architecture';
const pointer = 'cdi.kubevirt.io/storage.import.datasource-name';
const first = 'fedora-cron-amd64';
const hashed = /^fedora-cron-amd64-[0-9a-f]{8}$/;

const version = (number: number, architectures: readonly string[] = ['amd64']) => ({
  templates: [{ template: template('fedora', number), decided: known(...architectures) }],
});

/** One template, one architecture; nothing has been made yet. */
const lone = () => new Lab({ ...version(1), workload: nodes('amd64') });

/** The same, imported. */
function settled(): Lab {
  const lab = lone();
  lab.settle();
  expect(lab.next()).toEqual([]);
  return lab;
}

const sameDigest: Registry = () => ({ digest: '1', architectures: ['amd64'] });

/** A second cron imports a new version beside the first, and has done so. */
function succeeded(): { readonly lab: Lab; readonly successor: string } {
  const lab = settled();
  lab.input = { ...lab.input, ...version(2) };
  expect(lab.pass()).toEqual([expect.stringMatching(/^create DataImportCron/)]);
  const successor = lab.names('DataImportCron').find((name) => hashed.test(name)) ?? '';
  expect(lab.pass()).toEqual(['patch DataSource fedora-amd64']);
  lab.model.work((url) => ({ digest: url.slice(-1), architectures: ['amd64'] }));
  return { lab, successor };
}

describe('a cron', () => {
  test('is made with the labels and annotations of its template, and says whose it is', () => {
    const lab = lone();
    const labels = { mine: 'yes', [pointer]: 'not mine' };
    const metadata = { name: 'fedora-cron', labels };
    const written = { ...template('fedora'), metadata, annotations: { note: 'x' } };
    lab.input = { ...lab.input, templates: [{ template: written, decided: known('amd64') }] };
    const { actions } = lab.plan();
    expect(actions.map(({ because }) => because)).toEqual([
      'fedora-cron is wanted for amd64',
      'fedora-cron is wanted for amd64',
    ]);
    expect(actions[0]).toMatchObject({
      kind: 'create',
      object: {
        apiVersion: 'cdi.kubevirt.io/v1beta1',
        kind: 'DataImportCron',
        metadata: {
          name: first,
          namespace,
          annotations: { note: 'x', ...ownerAnnotations(lab.input.owner) },
        },
        spec: {
          managedDataSource: 'fedora-amd64',
          template: {
            spec: {
              source: {
                registry: { url: 'docker://registry.test/fedora:1', platform: { architecture: 'amd64' } },
              },
            },
          },
        },
      },
    });
    lab.pass();
    expect(lab.get('DataImportCron', first)?.metadata.labels).toEqual({
      mine: 'yes',
      [architecture]: 'amd64',
      [pointer]: 'fedora',
      'app.kubernetes.io/name': 'data-sources',
      'app.kubernetes.io/component': 'templating',
      'app.kubernetes.io/managed-by': 'archipelago',
    });
  });

  test.each([
    ['a label', { labels: { [architecture]: 'arm64' } }],
    ['an annotation of its template', { annotations: { note: 'y' } }],
    ['an application label', { labels: { 'app.kubernetes.io/managed-by': null } }],
  ])('gets %s back, and whatever others wrote stays', (_, metadata) => {
    const lab = lone();
    const written = { ...template('fedora'), annotations: { note: 'x' } };
    lab.settle({ templates: [{ template: written, decided: known('amd64') }] });
    const before = lab.get('DataImportCron', first);
    lab.change('DataImportCron', first, { metadata });
    lab.change('DataImportCron', first, { metadata: { labels: { mine: 'x' }, annotations: { mine: 'x' } } });
    expect(lab.pass()).toEqual([`patch DataImportCron ${first}`]);
    const after = lab.get('DataImportCron', first)?.metadata;
    expect(after?.labels).toEqual({ ...before?.metadata.labels, mine: 'x' });
    expect(after?.annotations).toEqual({ ...before?.metadata.annotations, mine: 'x' });
    expect(lab.next()).toEqual([]);
  });

  test('of a template that changes before anything is imported goes first, then comes anew', () => {
    const lab = lone();
    lab.pass();
    lab.input = { ...lab.input, ...version(2) };
    expect(lab.pass()).toEqual([`delete DataImportCron ${first}`]);
    expect(lab.next(), 'CDI has not let it go yet').toEqual([]);
    lab.model.work(() => undefined);
    expect(lab.pass()).toContain(`create DataImportCron ${first}`);
  });

  test('that is being deleted is waited for', () => {
    const lab = settled();
    lab.change('DataImportCron', first, { metadata: { deletionTimestamp: '2026-11-20T00:00:00Z' } });
    expect(lab.next()).toEqual([]);
  });

  test('is not made while one under another name is going', () => {
    const { lab, successor } = succeeded();
    lab.settle();
    lab.change('DataImportCron', successor, { metadata: { deletionTimestamp: '2026-11-20T00:00:00Z' } });
    expect(lab.next()).toEqual([]);
  });

  test.each([
    ['the one in use', (_: string, successor: string) => successor],
    ['the first, where neither is', () => 'gone'],
    ['the first, where it is in use', (one: string) => one],
  ])('of two that import the same stays %s', (_, used) => {
    const lab = settled();
    const { schedule } = template('fedora').spec;
    lab.change('DataImportCron', first, { spec: { schedule: '* * * * *' } });
    lab.pass();
    lab.change('DataImportCron', first, { spec: { schedule } });
    const successor = lab.names('DataImportCron').find((name) => hashed.test(name)) ?? '';
    const label = used(first, successor);
    lab.change('DataSource', 'fedora-amd64', { metadata: { labels: { [cron]: label } } });
    lab.settle();
    expect(lab.names('DataImportCron')).toEqual([label === 'gone' ? first : label]);
  });

  test('that somebody changed gets a successor; what is in use stays', () => {
    const lab = settled();
    lab.change('DataImportCron', first, { spec: { schedule: '* * * * *' } });
    expect(lab.pass()).toEqual([expect.stringMatching(/^create DataImportCron fedora-cron-amd64-/)]);
    lab.settle();
    expect(lab.names('DataImportCron')).toEqual([expect.stringMatching(hashed)]);
    expect(lab.leads('fedora-amd64')).toBe('fedora-amd64-1');
  });

  test('that the server has filled with defaults has one successor, which may be filled, too', () => {
    const lab = settled();
    lab.change('DataImportCron', first, { spec: { importsToKeep: 3 } });
    lab.pass();
    const successor = lab.names('DataImportCron').find((name) => hashed.test(name)) ?? '';
    lab.change('DataImportCron', successor, { spec: { importsToKeep: 3 } });
    lab.settle();
    expect(lab.names('DataImportCron')).toEqual([successor]);
    expect(lab.next()).toEqual([]);
    // of another image it is no successor, defaults or not
    lab.change('DataImportCron', successor, { spec: { schedule: '* * * * *' } });
    expect(lab.next()).toEqual([`create DataImportCron ${first}`]);
  });

  test('takes the first name that is free', () => {
    const { lab, successor } = succeeded();
    lab.settle();
    expect(lab.names('DataImportCron'), 'the successor stays').toEqual([successor]);
    const spec = { managedDataSource: 'elsewhere' };
    lab.put('DataImportCron', first, { spec });
    expect(lab.findings(), 'its name is of no use to us any more').toEqual([]);
    lab.input = { ...lab.input, ...version(3) };
    const [third = ''] = lab.next();
    expect(third).toMatch(/^create DataImportCron fedora-cron-amd64-[0-9a-f]{8}$/);
    const taken = third.split(' ')[2] ?? '';
    expect(taken).not.toBe(successor);
    lab.put('DataImportCron', taken, { spec });
    const [fourth = ''] = lab.next();
    expect(fourth).toMatch(/^create DataImportCron fedora-cron-amd64-[0-9a-f]{8}$/);
    expect(fourth).not.toBe(third);
    lab.put('DataImportCron', fourth.split(' ')[2] ?? '', { spec });
    expect(lab.next(), 'none is free: what works goes on').toEqual([]);
  });

  test("a successor's name is a name, however long the template's is", () => {
    const name = `${'x'.repeat(52)}.-y`;
    const long = (number: number) => ({
      templates: [
        { template: { ...template('fedora', number), metadata: { name } }, decided: known('amd64') },
      ],
    });
    const lab = new Lab({ ...long(1), workload: nodes('amd64') });
    lab.settle();
    lab.settle(long(2));
    const [successor = ''] = lab.names('DataImportCron');
    expect(successor).toMatch(/^x{52}-[0-9a-f]{8}$/);
    expect(successor.length).toBeLessThanOrEqual(63);
  });
});

/** CDI copies labels onto the pointer, which takes them off again; see plan-pointer.test.ts. */
const nextOfSource = (lab: Lab) => lab.next().filter((line) => line !== 'patch DataSource fedora');

describe('a predecessor', () => {
  test('goes when the new image is what machines boot from', () => {
    const { lab, successor } = succeeded();
    expect(nextOfSource(lab)).toEqual([`delete DataImportCron ${first}`]);
    expect(lab.get('DataSource', 'fedora-amd64')?.metadata.labels?.[cron]).toBe(successor);
  });

  test.each<readonly [string, string, (successor: string) => JsonObject]>([
    ['the DataSource is not ready', 'DataSource', () => ({ status: readiness('False') })],
    ['CDI has not said whether it is', 'DataSource', () => ({ status: { conditions: [] } })],
    ['it leads to the old import', 'DataSource', () => ({ spec: toClaim('fedora-amd64-1') })],
    ['the new cron has imported nothing', 'DataImportCron', () => ({ status: null })],
    [
      'the new cron imports another',
      'DataImportCron',
      () => ({ status: { lastImportedPVC: { name: 'x' } } }),
    ],
  ])('stays while %s', (_, kind, patch) => {
    const { lab, successor } = succeeded();
    lab.change(kind, kind === 'DataSource' ? 'fedora-amd64' : successor, patch(successor));
    expect(nextOfSource(lab)).toEqual([]);
  });

  test('stays while the DataSource is served by it', () => {
    const { lab, successor } = succeeded();
    lab.change('DataSource', 'fedora-amd64', { metadata: { labels: { [cron]: first } } });
    // the label first, then a look at whether CDI has followed
    expect(nextOfSource(lab)).toEqual(['patch DataSource fedora-amd64']);
    lab.pass();
    expect(lab.get('DataSource', 'fedora-amd64')?.metadata.labels?.[cron]).toBe(successor);
  });

  test('stays while its label stands on another DataSource: CDI would delete that, too', () => {
    const { lab } = succeeded();
    lab.put('DataSource', 'copy', { ours: true, labels: { [cron]: first }, deleting: true });
    expect(nextOfSource(lab)).toEqual([]);
    lab.remove('DataSource', 'copy');
    lab.put('DataSource', 'copy', { labels: { [cron]: first } });
    expect(nextOfSource(lab), 'one that is not ours is not ours to keep').toEqual([
      `delete DataImportCron ${first}`,
    ]);
  });

  test('goes at once where it never had anything to show', () => {
    const { lab } = succeeded();
    lab.remove('PersistentVolumeClaim', 'fedora-amd64-2');
    const labels = { [cron]: first };
    lab.change('DataSource', 'fedora-amd64', { metadata: { labels }, status: readiness('False') });
    expect(nextOfSource(lab)).toEqual(['patch DataSource fedora-amd64', `delete DataImportCron ${first}`]);
  });

  test('that is going already is waited for', () => {
    const { lab } = succeeded();
    lab.change('DataImportCron', first, { metadata: { deletionTimestamp: '2026-11-20T00:00:00Z' } });
    expect(nextOfSource(lab)).toEqual([]);
  });

  test('does not take along an import that its successor uses', () => {
    const { lab, successor } = succeeded();
    const mine = { labels: { [cron]: first } };
    lab.change('PersistentVolumeClaim', 'fedora-amd64-2', { metadata: mine });
    lab.put('DataVolume', 'fedora-amd64-2', mine);
    lab.put('VolumeSnapshot', 'fedora-amd64-2', mine);
    lab.put('DataVolume', 'fedora-amd64-1', mine);
    const kinds = ['PersistentVolumeClaim', 'VolumeSnapshot', 'DataVolume'];
    expect(nextOfSource(lab), 'the label first').toEqual(kinds.map((kind) => `patch ${kind} fedora-amd64-2`));
    lab.pass();
    for (const kind of kinds)
      expect(lab.get(kind, 'fedora-amd64-2')?.metadata.labels).toMatchObject({ [cron]: successor });
    expect(lab.get('DataVolume', 'fedora-amd64-1')?.metadata.labels).toEqual(mine.labels);
    expect(nextOfSource(lab)).toEqual([`delete DataImportCron ${first}`]);
  });

  test('whose image has the same digest hands it over, and no machine is without', () => {
    const lab = lone();
    for (let round = 0; round < 4; round += 1) {
      lab.pass();
      lab.model.work(sameDigest);
    }
    lab.input = { ...lab.input, ...version(2) };
    for (let round = 0; round < 8; round += 1) {
      lab.pass();
      lab.model.work(sameDigest);
      expect(lab.model.resolve(lab.source('fedora-amd64'), 1), `round ${round}`).toBeDefined();
    }
    expect(lab.names('DataImportCron')).toEqual([expect.stringMatching(hashed)]);
    expect(lab.names('PersistentVolumeClaim')).toEqual(['fedora-amd64-1']);
  });
});

describe('a template that asks for another DataSource', () => {
  test('gets it, and the old one goes', () => {
    const lab = settled();
    const renamed = {
      ...template('fedora'),
      spec: { ...template('fedora').spec, managedDataSource: 'rocky' },
    };
    lab.settle({ templates: [{ template: renamed, decided: known('amd64') }] });
    expect(lab.names('DataSource')).toEqual(['rocky', 'rocky-amd64']);
    expect(lab.names('DataImportCron')).toEqual([first]);
  });
});

describe("an import of one's own", () => {
  const made = ['create DataSource fedora-amd64'];
  const imported = [`create DataImportCron ${first}`, 'create DataSource fedora-amd64'];
  const own = { 'its own': 'fedora-amd64', 'the one of before': 'fedora' };

  const architectures: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
    ['no', {}, made],
    ['this', { [architecture]: 'amd64' }, made],
    ['another', { [architecture]: 'arm64' }, imported],
  ];
  describe.each(Object.entries(own))('%s', (_, name) => {
    test.each(architectures)('that names %s architecture', (__, labels, actions) => {
      const lab = lone();
      lab.put('PersistentVolumeClaim', name, { labels });
      expect(lab.next()).toEqual(actions);
      lab.pass();
      expect(lab.leads('fedora-amd64')).toBe(actions === made ? name : undefined);
      expect(lab.next()).toEqual([]);
    });
  });

  test.each([
    ['another name', 'PersistentVolumeClaim', 'other', namespace],
    ['another kind', 'DataVolume', 'fedora', namespace],
    ['another kind', 'VolumeSnapshot', 'fedora-amd64', namespace],
    ['another namespace', 'PersistentVolumeClaim', 'fedora-amd64', 'elsewhere'],
  ])('is none with %s', (_, kind, name, place) => {
    const lab = lone();
    lab.put(kind, name, { namespace: place });
    expect(lab.next()).toEqual(imported);
  });

  test('of before is used by the first choice only', () => {
    const lab = new Lab({});
    lab.put('PersistentVolumeClaim', 'fedora');
    expect(lab.next()).toEqual([
      'create DataSource fedora-amd64',
      'create DataImportCron fedora-cron-arm64',
      'create DataSource fedora-arm64',
    ]);
  });

  test('is used for an image that is imported as it comes, of whatever architecture', () => {
    const lab = lone();
    lab.input = { ...lab.input, multiArchitecture: false };
    lab.put('PersistentVolumeClaim', 'fedora', { labels: { [architecture]: 'arm64' } });
    expect(lab.next()).toEqual(['create DataSource fedora']);
    const metadata = { name: 'fedora-cron', labels: { [architecture]: 'amd64' } };
    const said = { ...template('fedora'), metadata };
    lab.input = { ...lab.input, templates: [{ template: said, decided: known('amd64') }] };
    expect(lab.next(), 'unless the template names one').toContain('create DataImportCron fedora-cron');
  });

  test('is updated once its owner lets a cron do so, and only then', () => {
    const lab = lone();
    lab.put('PersistentVolumeClaim', 'fedora-amd64');
    lab.settle();
    expect([lab.names('DataImportCron'), lab.leads('fedora-amd64')]).toEqual([[], 'fedora-amd64']);
    lab.change('DataSource', 'fedora-amd64', { metadata: { labels: { [cron]: 'please' } } });
    expect(lab.pass()).toEqual([`create DataImportCron ${first}`, 'patch DataSource fedora-amd64']);
    lab.settle();
    expect(lab.leads('fedora-amd64')).toBe('fedora-amd64-1');
  });

  test('ends the updates where its owner takes the label away', () => {
    const lab = settled();
    lab.put('PersistentVolumeClaim', 'fedora-amd64');
    expect(lab.next()).toEqual([]);
    lab.change('DataSource', 'fedora-amd64', { metadata: { labels: { [cron]: null } } });
    expect(lab.next()).toEqual([`delete DataImportCron ${first}`, 'patch DataSource fedora-amd64']);
    // while a pointer carries the label of the cron CDI would delete it
    lab.change('DataSource', 'fedora', { metadata: { labels: { [cron]: first } } });
    expect(lab.next()).toEqual(['patch DataSource fedora-amd64', 'patch DataSource fedora']);
    lab.settle();
    expect([lab.names('DataImportCron'), lab.leads('fedora-amd64')]).toEqual([[], 'fedora-amd64']);
  });

  test.each<readonly [string, Sketch, readonly string[]]>([
    ['CDI has not said whether it works', { spec: toClaim('fedora') }, []],
    ['it works', { spec: toClaim('fedora'), status: readiness('True') }, []],
    [
      'it does not work',
      { spec: toClaim('fedora'), status: readiness('False') },
      [`create DataImportCron ${first}`, 'patch DataSource fedora-amd64'],
    ],
    [
      'it leads elsewhere',
      { spec: toClaim('other'), status: readiness('True') },
      [`create DataImportCron ${first}`, 'patch DataSource fedora-amd64'],
    ],
    [
      'it is a pointer',
      { spec: toDataSource('fedora'), status: readiness('True') },
      [`create DataImportCron ${first}`, 'patch DataSource fedora-amd64'],
    ],
  ])('of before, whose DataSource is there: %s', (_, sketch, actions) => {
    const lab = lone();
    lab.put('PersistentVolumeClaim', 'fedora');
    lab.pass();
    const { metadata } = lab.source('fedora-amd64') ?? {};
    lab.put('DataSource', 'fedora-amd64', { ours: true, labels: { ...metadata?.labels }, ...sketch });
    expect(lab.next().filter((line) => !line.endsWith(' fedora'))).toEqual(actions);
  });
});
