import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import type { DecidedArchitectures } from '../images/decide-architectures.ts';
import {
  known,
  Lab,
  nodes,
  readiness,
  type Sketch,
  template,
  toClaim,
  toDataSource,
} from './boot-source-lab.test-support.ts';
import { type BootSourcePlanInput, defaultGracePeriod } from './plan-boot-sources.ts';

const cron = 'cdi.kubevirt.io/dataImportCron';
const architecture = 'template.kubevirt.io/architecture';
const since = 'archipelago.dev/unwanted-since';
const primary = 'operator-sdk/primary-resource';
const going = { metadata: { deletionTimestamp: '2026-11-20T00:00:00Z' } };

const decided = (one: DecidedArchitectures) => ({
  templates: [{ template: template('fedora'), decided: one }],
});
const probed = (...architectures: readonly string[]): DecidedArchitectures => ({
  kind: 'known',
  architectures,
  source: 'probe',
});
const remembered = (...architectures: readonly string[]): DecidedArchitectures => ({
  kind: 'known',
  architectures,
  source: 'previous',
});

/** Two architectures at rest. */
function settled(): Lab {
  const lab = new Lab({});
  lab.settle();
  expect(lab.next()).toEqual([]);
  return lab;
}

describe('what nothing asks for any more', () => {
  type Change = Partial<BootSourcePlanInput>;
  const { now } = new Lab({}).input;
  test.each<readonly [string, Change, string]>([
    ['the template is gone', { templates: [] }, 'delete: no template asks for fedora-arm64'],
    [
      'the annotation leaves it out',
      decided(known('amd64')),
      'delete: the annotation of the template does not list arm64',
    ],
    [
      'the registry has it no more',
      decided(probed('amd64')),
      'keep: the image of fedora-arm64 is not known to have arm64 any more',
    ],
    [
      'nobody remembers it',
      decided(remembered('amd64')),
      'keep: the image of fedora-arm64 is not known to have arm64 any more',
    ],
    ['no node has it', { workload: nodes('amd64') }, 'keep: no workload node has arm64'],
    [
      'no node has it, and the annotation leaves it out: who knows what the user would say',
      { workload: nodes('amd64'), ...decided(known('amd64')) },
      'keep: no workload node has arm64',
    ],
    ['the registry is silent', decided({ kind: 'undecided', because: 'unreachable' }), 'wanted'],
    ['the registry has not been asked', decided({ kind: 'undecided', because: 'pending' }), 'wanted'],
  ])('%s', (_, change, fate) => {
    const lab = settled();
    lab.input = { ...lab.input, ...change };
    const { actions, wakeAt } = lab.plan();
    const mine = actions.filter((action) => JSON.stringify(action).includes('arm64'));
    const shown = mine.map(({ kind, because: reason }) => `${kind === 'patch' ? 'keep' : kind}: ${reason}`);
    const isPointer = (line: string) => line.startsWith('keep: fedora-');
    expect(shown.filter((line) => !isPointer(line))).toEqual(fate === 'wanted' ? [] : [fate]);
    expect(wakeAt).toBe(fate.startsWith('keep') ? now + defaultGracePeriod : undefined);
  });

  test('is kept for a day where the user only gave its name to another template', () => {
    const lab = settled();
    const origin = { kind: 'common' } as const;
    const thief = { ...template('other'), metadata: { name: 'fedora-cron-arm64' } };
    lab.input = {
      ...lab.input,
      templates: [
        { template: { ...template('fedora'), origin }, decided: known('amd64', 'arm64') },
        { template: thief, decided: { kind: 'anyNode', because: 'oci-archive' } },
      ],
    };
    expect(lab.next()).toContain('patch DataSource fedora-arm64');
    expect(lab.next()).not.toContain('delete DataImportCron fedora-cron-arm64');
  });

  test('the annotation that is written says since when, and whose it is', () => {
    const lab = settled();
    lab.change('DataSource', 'fedora-arm64', { metadata: { annotations: { [primary]: null } } });
    lab.input = { ...lab.input, workload: nodes('amd64') };
    lab.pass();
    expect(lab.source('fedora-arm64')?.metadata.annotations).toEqual({
      [primary]: 'ns/hc',
      'operator-sdk/primary-resource-type': 'HyperConverged.hco.kubevirt.io',
      [since]: '2026-11-21T00:00:00.000Z',
    });
    expect(lab.next(), 'is written once').toEqual([]);
  });

  const hour = 3_600_000;
  test.each<readonly [string, number, string | null, boolean]>([
    [
      'a moment before its time',
      defaultGracePeriod,
      new Date(now - defaultGracePeriod + 1).toISOString(),
      false,
    ],
    ['in time', defaultGracePeriod, new Date(now - defaultGracePeriod).toISOString(), true],
    ['in time, written without milliseconds', hour, '2026-11-20T23:00:00Z', true],
    ['before its time, by another clock', hour, '2026-11-21T01:00:00+01:00', false],
    ['where nobody can read since when', hour, 'yesterday', false],
  ])('goes after the grace period: %s', (_, gracePeriod, written, goes) => {
    const lab = settled();
    lab.change('DataSource', 'fedora-arm64', { metadata: { annotations: { [since]: written } } });
    lab.input = { ...lab.input, workload: nodes('amd64'), gracePeriod };
    expect(lab.next().includes('delete DataImportCron fedora-cron-arm64')).toBe(goes);
  });

  test('is a day, where nobody chose otherwise', () => {
    expect(defaultGracePeriod).toBe(86_400_000);
  });

  test('wakes for the first of several', () => {
    const lab = new Lab({
      templates: [
        decided(known('amd64', 'arm64')),
        { templates: [{ template: template('rocky'), decided: known('amd64', 'arm64') }] },
      ].flatMap(({ templates }) => templates),
    });
    lab.settle();
    const written = { metadata: { annotations: { [since]: new Date(now - 3 * hour).toISOString() } } };
    lab.change('DataSource', 'fedora-arm64', written);
    lab.change('DataSource', 'rocky-arm64', {
      metadata: { annotations: { [since]: new Date(now - hour).toISOString() } },
    });
    lab.settle({ workload: nodes('amd64') });
    expect(lab.plan().wakeAt).toBe(now - 3 * hour + defaultGracePeriod);
  });

  test.each<readonly [string, JsonObject]>([
    ['is not ready, and its disk is gone', { status: readiness('False') }],
    ['leads nowhere', { status: null, spec: { source: null } }],
  ])('goes at once where no machine could boot from it: %s', (_, patch) => {
    const lab = settled();
    lab.change('DataSource', 'fedora-arm64', patch);
    lab.remove('PersistentVolumeClaim', 'fedora-arm64-1');
    lab.input = { ...lab.input, workload: nodes('amd64') };
    expect(lab.next()).toEqual(['delete DataImportCron fedora-cron-arm64']);
  });

  test.each([
    ['the disk is there', 'PersistentVolumeClaim', toClaim('disk')],
    ['a snapshot is there', 'VolumeSnapshot', { source: { snapshot: { name: 'disk' } } }],
    ['another DataSource has one', 'DataSource', toDataSource('disk')],
  ])('stays for a day though it is not ready: %s', (_, kind, spec) => {
    const lab = settled();
    lab.put(kind, 'disk', { ours: true, status: readiness('True') });
    lab.change('DataSource', 'fedora-arm64', { status: readiness('False'), spec: { source: null } });
    lab.change('DataSource', 'fedora-arm64', { spec });
    lab.input = { ...lab.input, workload: nodes('amd64') };
    expect(lab.next()).toContain('patch DataSource fedora-arm64');
    expect(lab.next()).not.toContain('delete DataImportCron fedora-cron-arm64');
  });

  test.each([
    ['a disk that another kind names', 'DataVolume', toClaim('disk')],
    ['a claim for a snapshot', 'PersistentVolumeClaim', { source: { snapshot: { name: 'disk' } } }],
    ['a snapshot for a claim', 'VolumeSnapshot', toClaim('disk')],
  ])('%s is no image', (_, kind, spec) => {
    const lab = settled();
    lab.put(kind, 'disk');
    lab.change('DataSource', 'fedora-arm64', { status: readiness('False'), spec: { source: null } });
    lab.change('DataSource', 'fedora-arm64', { spec });
    lab.input = { ...lab.input, workload: nodes('amd64') };
    expect(lab.next()).toContain('delete DataImportCron fedora-cron-arm64');
  });

  test('CDI follows one pointer, and so does what is taken for an image', () => {
    const lab = settled();
    lab.put('DataSource', 'one', { spec: toDataSource('two') });
    lab.put('DataSource', 'two', { status: readiness('True') });
    lab.change('DataSource', 'fedora-arm64', { status: readiness('False'), spec: { source: null } });
    lab.change('DataSource', 'fedora-arm64', { spec: toDataSource('one') });
    lab.input = { ...lab.input, workload: nodes('amd64') };
    expect(lab.next()).toContain('delete DataImportCron fedora-cron-arm64');
    lab.change('DataSource', 'fedora-arm64', { spec: toDataSource('fedora-arm64') });
    expect(lab.next(), 'round and round').toContain('delete DataImportCron fedora-cron-arm64');
    lab.change('DataSource', 'fedora-arm64', { spec: toDataSource('two') });
    expect(lab.next()).not.toContain('delete DataImportCron fedora-cron-arm64');
  });

  test('the last architecture of a template takes the pointer along, after the grace period', () => {
    const lab = settled();
    lab.input = { ...lab.input, workload: nodes('riscv64') };
    expect(lab.plan().actions.map(({ because }) => because)).toContain(
      'no architecture of fedora is one of the workload nodes',
    );
    lab.settle();
    expect(lab.names('DataSource')).toEqual(['fedora', 'fedora-amd64', 'fedora-arm64']);
    lab.settle({ now: now + defaultGracePeriod });
    expect([...lab.names('DataSource'), ...lab.names('DataImportCron')]).toEqual([]);
  });
});

describe('a registry that has told nothing yet', () => {
  const unreachable = decided({ kind: 'undecided', because: 'unreachable' });
  const pending = decided({ kind: 'undecided', because: 'pending' });
  const native = { [architecture]: 'arm64', 'cdi.kubevirt.io/storage.import.datasource-name': 'fedora' };

  test('is made up for by the crons that exist, of whatever time', () => {
    const lab = new Lab({ multiArchitecture: false });
    lab.settle();
    for (const change of [unreachable, pending]) {
      lab.settle({ multiArchitecture: true, ...change });
      expect([lab.names('DataImportCron'), lab.names('DataSource')]).toEqual([['fedora-cron'], ['fedora']]);
    }
    expect(lab.get('DataImportCron', 'fedora-cron')?.metadata.deletionTimestamp).toBeUndefined();
  });

  test.each([
    ['while it has not been asked nothing is imported', pending, []],
    [
      'while it does not answer what comes is imported',
      unreachable,
      ['create DataImportCron fedora-cron', 'create DataSource fedora'],
    ],
  ])('%s, whatever crons others have', (_, change, actions) => {
    const lab = new Lab(change);
    lab.put('DataImportCron', 'theirs', { labels: native, spec: { managedDataSource: 'theirs' } });
    lab.put('DataImportCron', 'ours-elsewhere', {
      ours: true,
      namespace: 'elsewhere',
      labels: native,
      spec: { managedDataSource: 'fedora' },
    });
    expect(lab.next().filter((line) => !line.includes('elsewhere'))).toEqual(actions);
  });

  test('is not made up for by a cron that somebody else has for the name', () => {
    const lab = new Lab(pending);
    lab.put('DataImportCron', 'theirs', { spec: { managedDataSource: 'fedora' } });
    expect([lab.next(), lab.findings()], 'nothing is wanted yet, so nothing is in the way').toEqual([[], []]);
  });
});

describe('the order of what goes', () => {
  /** No template is left. */
  function ending(change: (lab: Lab) => void): Lab {
    const lab = settled();
    change(lab);
    lab.input = { ...lab.input, templates: [] };
    return lab;
  }

  test('the pointer, then crons, which take their DataSources along', () => {
    const lab = ending(() => undefined);
    const steps: (readonly string[])[] = [];
    for (let round = 0; round < 6; round += 1) {
      steps.push(lab.pass());
      lab.model.work(() => undefined);
    }
    expect(steps.filter((step) => step.length > 0)).toEqual([
      ['delete DataSource fedora', 'delete DataImportCron fedora-cron-arm64'],
      ['delete DataImportCron fedora-cron-amd64'],
    ]);
    expect([
      ...lab.names('DataSource'),
      ...lab.names('DataImportCron'),
      ...lab.names('PersistentVolumeClaim'),
    ]).toEqual([]);
  });

  test('a cron that a pointer leads to stays until the pointer is gone or led elsewhere', () => {
    const lab = ending((one) =>
      one.put('DataSource', 'mine', { ours: true, spec: toDataSource('fedora-arm64'), deleting: false }),
    );
    expect(lab.next()).toEqual(['delete DataSource fedora', 'delete DataSource mine']);
    lab.change('DataSource', 'mine', going);
    expect(lab.next(), 'what is going uses nothing any more').toContain(
      'delete DataImportCron fedora-cron-arm64',
    );
  });

  test.each<readonly [string, Sketch, boolean]>([
    ['of ours carries its label', { ours: true, labels: { [cron]: 'fedora-cron-arm64' } }, true],
    [
      'of ours that is going carries its label',
      { ours: true, deleting: true, labels: { [cron]: 'fedora-cron-arm64' } },
      false,
    ],
    ['of somebody else carries its label', { labels: { [cron]: 'fedora-cron-arm64' } }, false],
    ['of somebody else points to it', { spec: toDataSource('fedora-arm64') }, false],
    ['of ours points to another', { ours: true, spec: toDataSource('fedora-amd64') }, false],
  ])('a cron waits where a DataSource %s', (_, sketch, waits) => {
    const lab = ending((one) => one.put('DataSource', 'user', sketch));
    expect(lab.next().includes('delete DataImportCron fedora-cron-arm64')).toBe(!waits);
  });

  test('a pointer to images about to go is led elsewhere first', () => {
    const lab = settled();
    lab.input = { ...lab.input, ...decided(known('arm64')) };
    expect(lab.pass()).toEqual(['patch DataSource fedora']);
    expect(lab.leads('fedora')).toBe('fedora-arm64');
    expect(lab.pass()).toEqual(['delete DataImportCron fedora-cron-amd64']);
  });

  test('a pointer that cannot be led elsewhere keeps what it leads to', () => {
    const lab = settled();
    lab.change('DataSource', 'fedora-arm64', { status: readiness('False') });
    lab.input = { ...lab.input, ...decided(known('arm64')) };
    for (let round = 0; round < 5; round += 1) lab.pass();
    expect(lab.leads('fedora')).toBe('fedora-amd64');
    expect(lab.names('DataImportCron')).toContain('fedora-cron-amd64');
  });

  test('nothing is deleted twice', () => {
    const lab = ending((one) => {
      one.remove('DataSource', 'fedora');
      one.change('DataImportCron', 'fedora-cron-arm64', going);
      one.remove('DataImportCron', 'fedora-cron-amd64');
      one.change('DataSource', 'fedora-amd64', going);
    });
    expect(lab.next()).toEqual([]);
  });

  test('a DataSource that lost its cron goes by itself; one that has a cron goes with it', () => {
    const lab = ending((one) => {
      one.remove('DataSource', 'fedora');
      one.remove('DataImportCron', 'fedora-cron-amd64');
    });
    expect(lab.next()).toEqual(['delete DataSource fedora-amd64', 'delete DataImportCron fedora-cron-arm64']);
  });

  test('what CDI made for a cron of ours is ours before the cron goes, or nothing would tell', () => {
    const lab = ending((one) => {
      one.remove('DataSource', 'fedora');
      one.change('DataSource', 'fedora-arm64', { metadata: { annotations: { [primary]: null } } });
    });
    expect(lab.pass()).toEqual(['delete DataImportCron fedora-cron-amd64', 'patch DataSource fedora-arm64']);
    expect(lab.source('fedora-arm64')?.metadata.annotations).toMatchObject({ [primary]: 'ns/hc' });
    expect(lab.next()).toEqual(['delete DataImportCron fedora-cron-arm64']);
  });

  test.each<readonly [string, JsonObject]>([
    ['carries no label of it', { metadata: { labels: { [cron]: null } } }],
    ['carries the label of another', { metadata: { labels: { [cron]: 'other' } } }],
    ['is going', going],
  ])("somebody else's DataSource is not made ours where it %s", (_, patch) => {
    const lab = ending((one) => {
      one.remove('DataSource', 'fedora');
      one.change('DataSource', 'fedora-arm64', { metadata: { annotations: { [primary]: 'ns/other' } } });
      one.change('DataSource', 'fedora-arm64', patch);
    });
    expect(lab.next()).toEqual([
      'delete DataImportCron fedora-cron-amd64',
      'delete DataImportCron fedora-cron-arm64',
    ]);
    lab.pass();
    lab.model.work(() => undefined);
    expect(lab.next()).toEqual([]);
  });
});

describe('which template a leftover was made for', () => {
  const kept = { ours: true, spec: toClaim('disk'), status: readiness('True') };
  test.each<readonly [string, string, Sketch, string]>([
    ['by its label', 'fedora-s390x', { ...kept, labels: { [architecture]: 's390x' } }, 'patch'],
    ['not by its name alone', 'fedora-s390x', kept, 'delete'],
    [
      'not by a label that CDI copied onto a pointer',
      'other',
      { ...kept, labels: { [architecture]: 's390x' } },
      'delete',
    ],
    [
      'not in another namespace',
      'fedora-s390x',
      { ...kept, namespace: 'elsewhere', labels: { [architecture]: 's390x' } },
      'delete',
    ],
    ['not by a name that is wanted elsewhere', 'fedora-amd64', { ...kept, namespace: 'elsewhere' }, 'delete'],
  ])('%s', (_, name, sketch, verb) => {
    const lab = settled();
    lab.put('DataSource', name, sketch);
    expect(lab.next()).toEqual([`${verb} DataSource ${name}`]);
  });

  test('a cron says it where the DataSource is gone', () => {
    const lab = settled();
    lab.put('DataImportCron', 'fedora-cron-s390x', {
      ours: true,
      labels: { [architecture]: 's390x' },
      spec: { managedDataSource: 'fedora-s390x' },
    });
    expect(lab.plan().actions.map(({ because }) => because)).toEqual([
      'fedora-s390x is not wanted, and has no image',
    ]);
  });
});
