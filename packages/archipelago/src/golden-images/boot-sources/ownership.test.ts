import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import {
  known,
  Lab,
  namespace,
  nodes,
  owner,
  registry,
  sketched,
  template,
  toClaim,
} from './boot-source-lab.test-support.ts';
import { architectureLabel, cronLabel } from './names.ts';
import { appLabels, isOwnedBy, ownerAnnotations } from './ownership.ts';
import { isAnyLeft, planRemoval } from './plan-support-objects.ts';

const resource = 'operator-sdk/primary-resource';
const type = 'operator-sdk/primary-resource-type';

/** Annotations of objects that look like ours and are not. */
const others: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a user': {},
  SSP: { [resource]: 'ns/ssp', [type]: 'SSP.ssp.kubevirt.io' },
  'an SSP named as we are': { [resource]: 'ns/hc', [type]: 'SSP.ssp.kubevirt.io' },
  'a HyperConverged of another namespace': { [resource]: 'other/hc', [type]: owner.type },
  'somebody who copied the name only': { [resource]: 'ns/hc' },
  'somebody who copied the kind only': { [type]: owner.type },
};
const someoneElse = Object.entries(others);
/** Labels are copied all the time: they say nothing of whose an object is. */
const labels = appLabels(owner);

describe('whose an object is', () => {
  test.each(someoneElse)('not ours: of %s', (_, annotations) => {
    expect(isOwnedBy(owner, { name: 'x', annotations, labels: { ...labels } })).toBe(false);
  });

  test('ours, whatever else is written on it', () => {
    expect(isOwnedBy(owner, { name: 'x', annotations: { ...ownerAnnotations(owner), more: '' } })).toBe(true);
    expect(isOwnedBy(owner, { name: 'x' })).toBe(false);
  });

  test('version and part are named where there are any', () => {
    const base = {
      'app.kubernetes.io/name': 'data-sources',
      'app.kubernetes.io/component': 'templating',
      'app.kubernetes.io/managed-by': 'archipelago',
    };
    expect(appLabels(owner)).toStrictEqual(base);
    expect(appLabels({ ...owner, partOf: 'hyperconverged-cluster', version: '1.2' })).toEqual({
      ...base,
      'app.kubernetes.io/part-of': 'hyperconverged-cluster',
      'app.kubernetes.io/version': '1.2',
    });
  });
});

describe.each(someoneElse.slice(0, 3))('objects of %s are never touched', (_, annotations) => {
  const theirs = { annotations, labels: { ...labels, [architectureLabel]: 's390x' } };
  const cron = (managedDataSource: string) => ({ ...theirs, spec: { managedDataSource, template: {} } });

  /** Everything that happens to a lab: it comes up, changes, loses nodes, ends. Gives what was done to these objects. */
  function life(lab: Lab, ...names: readonly string[]): readonly string[] {
    lab.put('PersistentVolumeClaim', 'theirs');
    const done = [
      ...lab.settle(),
      ...lab.settle({ templates: [{ template: template('fedora', 2), decided: known('amd64', 'arm64') }] }),
      ...lab.settle({ workload: nodes('arm64') }),
      ...lab.settle({ workload: nodes('riscv64') }),
      ...lab.settle({ now: lab.input.now + 2 * lab.input.gracePeriod }),
      ...lab.settle({ multiArchitecture: false }),
      ...lab.settle({ templates: [] }),
    ];
    const observed = lab.model.observe();
    expect(planRemoval({ observed, support: [], owner }).actions).toEqual([]);
    expect(isAnyLeft(observed, owner)).toBe(false);
    return done.filter((line) => names.includes(line.split(' ').slice(1).join(' ')));
  }

  test.each([
    ['of one architecture', 'fedora-amd64', ['ForeignDataSource fedora-amd64']],
    ['that would be the pointer', 'fedora', ['ForeignDataSource fedora']],
    ['of an architecture that nothing asks for', 'fedora-s390x', []],
    ['of another name', 'other', []],
  ])('a DataSource %s', (__, name, findings) => {
    const lab = new Lab({
      templates: [{ template: template('fedora'), decided: known('amd64', 'arm64', 's390x') }],
    });
    lab.put('DataSource', name, { ...theirs, spec: toClaim('theirs') });
    expect(lab.findings()).toEqual(findings);
    expect(life(lab, `DataSource ${name}`)).toEqual([]);
    expect(lab.leads(name)).toBe('theirs');
  });

  test.each([
    ['with the name of ours', 'fedora-cron-amd64', 'elsewhere', ['ForeignDataImportCron fedora-cron-amd64']],
    ['that manages what ours would', 'theirs', 'fedora-amd64', ['ForeignDataImportCron theirs']],
    ['that manages what would be the pointer', 'theirs', 'fedora', ['ForeignDataImportCron theirs']],
    ['that nothing of ours has to do with', 'fedora-cron-s390x', 'fedora-s390x', []],
  ])('a DataImportCron %s', (__, name, managed, findings) => {
    const lab = new Lab({});
    lab.put('DataImportCron', name, cron(managed));
    lab.model.work(registry);
    expect(lab.findings()).toEqual(findings);
    expect(life(lab, `DataImportCron ${name}`, `DataSource ${managed}`)).toEqual([]);
    expect(lab.leads(managed)).toBe(`${managed}-d`);
  });

  test.each(['fedora-amd64', 'fedora'])(
    'a DataImportCron that comes later, and manages %s, too',
    (managed) => {
      const lab = new Lab({});
      lab.settle();
      lab.put('DataImportCron', 'theirs', cron(managed));
      expect(life(lab, 'DataImportCron theirs')).toEqual([]);
      expect(lab.get('DataImportCron', 'theirs')).toMatchObject({ spec: cron(managed).spec });
    },
  );

  test('a DataImportCron that imports what ours would', () => {
    const lab = new Lab({});
    lab.settle();
    const spec = lab.get('DataImportCron', 'fedora-cron-amd64')?.spec;
    lab.put('DataImportCron', 'a-cron-before-ours', { ...theirs, spec: spec as JsonObject });
    expect(life(lab, 'DataImportCron a-cron-before-ours')).toEqual([]);
  });

  test('what CDI made for a cron of theirs', () => {
    const lab = new Lab({});
    lab.put('DataImportCron', 'theirs', cron('other'));
    lab.put('DataSource', 'other', { labels: { [cronLabel]: 'theirs' }, spec: toClaim('disk') });
    lab.put('DataSource', 'pointer', { ...theirs, labels: { [cronLabel]: 'fedora-cron-amd64' } });
    expect(life(lab, 'DataImportCron theirs', 'DataSource other', 'DataSource pointer')).toEqual([]);
  });

  test('namespaces and roles stay when everything of ours goes', () => {
    const support = ['Namespace', 'Role', 'RoleBinding'].map((kind) => sketched(kind, namespace, theirs));
    const observed = new Lab({}).model.observe();
    expect(planRemoval({ observed, support, owner }).actions).toEqual([]);
    const ours = support.map(({ kind }) => sketched(kind, namespace, { ours: true }));
    expect(
      planRemoval({ observed, support: ours, owner }).actions.map(({ kind, object }) => [kind, object.kind]),
    ).toEqual([['delete', 'Namespace']]);
  });
});
