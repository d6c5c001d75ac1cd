import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import {
  known,
  Lab,
  nodes,
  readiness,
  registry,
  template,
  toClaim,
  toDataSource,
} from './boot-source-lab.test-support.ts';

const cron = 'cdi.kubevirt.io/dataImportCron';
const architecture = 'template.kubevirt.io/architecture';
const since = 'archipelago.dev/unwanted-since';
const gone = { metadata: { deletionTimestamp: '2026-11-20T00:00:00Z' } };

/** Two architectures at rest: `fedora` leads to `fedora-amd64`. */
function settled(): Lab {
  const lab = new Lab({});
  lab.settle();
  expect([lab.next(), lab.leads('fedora')]).toEqual([[], 'fedora-amd64']);
  return lab;
}

const ofPointer = (lab: Lab) => lab.next().filter((line) => line.endsWith(' fedora'));

describe('the pointer', () => {
  test.each<readonly [string, string, string, JsonObject]>([
    ['is not ready', 'DataSource', 'fedora-amd64', { status: readiness('False') }],
    ['has not been looked at by CDI', 'DataSource', 'fedora-amd64', { status: null }],
    ['is being deleted', 'DataSource', 'fedora-amd64', gone],
    ['is about to go with its cron', 'DataImportCron', 'fedora-cron-amd64', gone],
  ])('is led to the other image where its own %s', (_, kind, name, patch) => {
    const lab = settled();
    lab.change(kind, name, patch);
    expect(ofPointer(lab)).toEqual(['patch DataSource fedora']);
    lab.pass();
    expect(lab.leads('fedora')).toBe('fedora-arm64');
  });

  test('stays where it leads while nothing else works', () => {
    const lab = settled();
    for (const name of ['fedora-amd64', 'fedora-arm64'])
      lab.change('DataSource', name, { status: readiness('False') });
    expect(ofPointer(lab)).toEqual([]);
    expect(lab.leads('fedora')).toBe('fedora-amd64');
  });

  test('is led back where somebody leads it to another image that works', () => {
    const lab = settled();
    lab.change('DataSource', 'fedora', { spec: toDataSource('fedora-arm64') });
    expect(ofPointer(lab)).toEqual(['patch DataSource fedora']);
    lab.pass();
    expect(lab.leads('fedora')).toBe('fedora-amd64');
    expect(ofPointer(lab)).toEqual([]);
  });

  test('moves when the control plane has another architecture, and shows it at once', () => {
    const lab = settled();
    expect(lab.source('fedora')?.metadata.labels).toHaveProperty([architecture], 'amd64');
    const workload = nodes('amd64', 'arm64').map((one) => ({ ...one, controlPlane: one.name === 'arm64' }));
    lab.input = { ...lab.input, workload };
    expect(lab.pass()).toEqual(['patch DataSource fedora']);
    expect(lab.leads('fedora')).toBe('fedora-arm64');
    expect(lab.source('fedora')?.metadata.labels).toHaveProperty([architecture], 'arm64');
  });

  test('that was made do with goes on so until the first choice is there', () => {
    const lab = settled();
    lab.change('DataSource', 'fedora-amd64', { status: readiness('False') });
    lab.pass();
    expect(ofPointer(lab)).toEqual([]);
    lab.change('DataSource', 'fedora-arm64', { status: readiness('False') });
    expect(ofPointer(lab), 'nothing works, and it is not forgotten').toEqual([]);
    expect(lab.leads('fedora')).toBe('fedora-arm64');
    lab.change('DataSource', 'fedora-arm64', { status: readiness('True') });
    lab.change('DataSource', 'fedora-amd64', { status: readiness('True') });
    lab.pass();
    expect(lab.leads('fedora')).toBe('fedora-amd64');
  });

  test('is not led to an image that nothing asks for', () => {
    const lab = settled();
    lab.change('DataSource', 'fedora', { spec: toDataSource('other') });
    lab.put('DataSource', 'other', { ours: true, spec: toClaim('x'), status: readiness('True') });
    lab.pass();
    expect(lab.leads('fedora')).toBe('fedora-amd64');
  });

  test('is not made while no image is there, nor by the way', () => {
    const lab = new Lab({});
    lab.pass();
    lab.model.work(() => undefined);
    expect(lab.next()).toEqual([]);
    expect(lab.source('fedora')).toBeUndefined();
  });

  test('that was to go for want of nodes is wanted again, though no image is ready', () => {
    const lab = settled();
    for (const name of ['fedora-amd64', 'fedora-arm64'])
      lab.change('DataSource', name, { status: readiness('False') });
    lab.change('DataSource', 'fedora', {
      metadata: { annotations: { [since]: '2026-11-20T00:00:00Z' } },
      spec: toClaim('fedora-1'),
    });
    expect(
      lab.plan().actions.find(({ object }) => 'name' in object && object.name === 'fedora'),
    ).toMatchObject({
      patch: { metadata: { annotations: { [since]: null } } },
    });
    lab.change('DataSource', 'fedora', {
      metadata: { annotations: { 'operator-sdk/primary-resource': 'ns/other' }, labels: { [cron]: 'any' } },
    });
    expect(ofPointer(lab), 'one that is not ours says nothing to us').toEqual([]);
  });

  test("loses the label that CDI copies onto it before its target's cron may go", () => {
    const lab = settled();
    lab.change('DataSource', 'fedora', { metadata: { labels: { [cron]: 'fedora-cron-amd64' } } });
    lab.input = { ...lab.input, templates: [] };
    expect(lab.next(), 'the pointer first').not.toContain('delete DataImportCron fedora-cron-amd64');
  });
});

describe('from an image that was imported as it came to one of each architecture', () => {
  /** The gate has been turned on; nothing native is there yet. */
  function turnedOn(): Lab {
    const lab = new Lab({ multiArchitecture: false });
    lab.settle();
    expect(lab.leads('fedora')).toBe('fedora-1');
    lab.input = { ...lab.input, multiArchitecture: true };
    return lab;
  }

  test('the cron of before goes when the name leads elsewhere and its label is off, not before', () => {
    const lab = turnedOn();
    expect(lab.pass()).toEqual([
      'create DataImportCron fedora-cron-amd64',
      'create DataSource fedora-amd64',
      'create DataImportCron fedora-cron-arm64',
      'create DataSource fedora-arm64',
    ]);
    expect(lab.next(), 'nothing is imported yet').toEqual([]);
    lab.model.work(registry);
    expect(lab.pass()).toEqual(['patch DataSource fedora']);
    expect(lab.source('fedora')?.metadata.labels).not.toHaveProperty([cron]);
    expect(lab.next()).toEqual(['delete DataImportCron fedora-cron']);
    // CDI copies the label of the old claim once more
    lab.change('DataSource', 'fedora', { metadata: { labels: { [cron]: 'fedora-cron' } } });
    expect(lab.next()).toEqual(['patch DataSource fedora']);
  });

  test('the cron of before goes at once where it has imported nothing', () => {
    const lab = new Lab({ multiArchitecture: false });
    lab.pass();
    lab.input = { ...lab.input, multiArchitecture: true };
    expect(lab.next()).toContain('delete DataImportCron fedora-cron');
    lab.remove('DataSource', 'fedora');
    expect(lab.next()).toContain('delete DataImportCron fedora-cron');
    lab.change('DataImportCron', 'fedora-cron', gone);
    expect(lab.next()).not.toContain('delete DataImportCron fedora-cron');
  });

  test('the cron of before stays while its image is all there is', () => {
    const lab = turnedOn();
    for (let round = 0; round < 5; round += 1) {
      lab.pass();
      lab.model.work(() => undefined);
    }
    expect([lab.names('DataImportCron'), lab.leads('fedora')]).toEqual([
      ['fedora-cron', 'fedora-cron-amd64', 'fedora-cron-arm64'],
      'fedora-1',
    ]);
  });

  test('a cron of somebody else on the same name is not ours to take away', () => {
    const lab = turnedOn();
    lab.put('DataImportCron', 'theirs', { spec: { managedDataSource: 'fedora' } });
    lab.settle();
    expect(lab.names('DataImportCron')).toContain('theirs');
    expect(lab.source('fedora')).toBeDefined();
  });
});

describe('from one image of each architecture to one that is imported as it comes', () => {
  test('those of each go, pointer and all, when the new one is there', () => {
    const lab = settled();
    lab.input = { ...lab.input, multiArchitecture: false };
    expect(lab.pass()).toEqual(['create DataImportCron fedora-cron', 'patch DataSource fedora']);
    expect(lab.next(), 'nothing is imported yet').toEqual([]);
    lab.model.work(registry);
    expect(lab.leads('fedora')).toBe('fedora-1');
    expect(lab.pass()).toEqual([
      // the architecture that it led to
      'patch DataSource fedora',
      'delete DataImportCron fedora-cron-amd64',
      'delete DataImportCron fedora-cron-arm64',
    ]);
    lab.settle();
    expect([lab.names('DataSource'), lab.names('DataImportCron')]).toEqual([['fedora'], ['fedora-cron']]);
  });

  test('those of each stay where the pointer is gone, until the new one is there', () => {
    const lab = settled();
    lab.remove('DataSource', 'fedora');
    lab.input = { ...lab.input, multiArchitecture: false };
    expect(lab.pass()).toEqual(['create DataImportCron fedora-cron', 'create DataSource fedora']);
    expect(lab.next(), 'nothing is imported yet').toEqual([]);
  });

  test('with three architectures, and again', () => {
    const architectures = ['amd64', 'arm64', 's390x'];
    const lab = new Lab({
      templates: [{ template: template('fedora'), decided: known(...architectures) }],
      workload: nodes(...architectures),
    });
    const work = () => lab.model.work((url) => ({ digest: url.slice(-1), architectures }));
    for (const multiArchitecture of [true, false, true, false, true]) {
      lab.input = { ...lab.input, multiArchitecture };
      for (let round = 0; round < 10; round += 1) {
        lab.pass();
        work();
      }
      const native = architectures.map((name) => `fedora-${name}`);
      expect(lab.names('DataSource')).toEqual(multiArchitecture ? ['fedora', ...native] : ['fedora']);
      expect(lab.names('DataImportCron')).toEqual(
        multiArchitecture ? architectures.map((name) => `fedora-cron-${name}`) : ['fedora-cron'],
      );
      expect(lab.next()).toEqual([]);
    }
  });
});
