import type { KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import {
  namespace,
  owner,
  type Sketch,
  sketched,
  toClaim,
  toDataSource,
} from './boot-source-lab.test-support.ts';
import { CdiModel } from './cdi-model.test-support.ts';
import { readBootSources } from './observed-boot-sources.ts';
import { foreignDataSource, planDataSource, type WantedDataSource } from './plan-data-source.ts';

const [cron, cleanup] = ['cdi.kubevirt.io/dataImportCron', 'cdi.kubevirt.io/dataImportCron.cleanup'];
const architecture = 'template.kubevirt.io/architecture';
const since = 'archipelago.dev/unwanted-since';

function liveOf(...objects: readonly KubernetesObject[]) {
  return readBootSources(new CdiModel(objects).observe(), owner);
}

/** The action on a DataSource, after which it must be as it is to be. */
function planned(wanted: Partial<WantedDataSource>, present?: Sketch) {
  const whole: WantedDataSource = {
    template: 'fedora-cron',
    namespace,
    name: 'fedora',
    architecture: undefined,
    leads: { kind: 'cron', cron: 'fedora-cron' },
    ...wanted,
  };
  const model = new CdiModel(present === undefined ? [] : [sketched('DataSource', 'fedora', present)]);
  const plan = () =>
    planDataSource(whole, { live: readBootSources(model.observe(), owner), owner }, 'because');
  const [item, ...more] = plan();
  expect(more).toEqual([]);
  if (item?.kind !== 'action') return item?.kind === 'finding' ? item.finding : undefined;
  model.apply(item.action);
  expect(plan(), 'done twice').toEqual([]);
  const { action } = item;
  expect(action.because).toBe('because');
  return action.kind === 'create' ? action.object : action.kind === 'patch' ? action.patch : undefined;
}

const ofOurs = {
  'operator-sdk/primary-resource': 'ns/hc',
  'operator-sdk/primary-resource-type': 'HyperConverged.hco.kubevirt.io',
};
const app = {
  'app.kubernetes.io/name': 'data-sources',
  'app.kubernetes.io/component': 'templating',
  'app.kubernetes.io/managed-by': 'archipelago',
};
const pointer = { kind: 'pointer', target: 'fedora-amd64', shows: 'amd64' } as const;
const claim = { kind: 'claim', claim: 'disk' } as const;

describe('a DataSource that is missing', () => {
  test.each<readonly [string, Partial<WantedDataSource>, object]>([
    ['a cron', {}, { labels: { [cron]: 'fedora-cron' }, source: {} }],
    ['a claim', { leads: claim }, { labels: app, ...toClaim('disk') }],
    ['a pointer', { leads: pointer }, { labels: app, ...toDataSource('fedora-amd64') }],
  ])('is made for %s', (_, wanted, { labels, annotations, source }: Made) => {
    expect(planned(wanted)).toEqual({
      apiVersion: 'cdi.kubevirt.io/v1beta1',
      kind: 'DataSource',
      metadata: { name: 'fedora', namespace, labels, annotations: { ...ofOurs, ...annotations } },
      spec: { source },
    });
  });

  test('names its architecture', () => {
    expect(planned({ architecture: 'arm64' })).toMatchObject({
      metadata: { labels: { [architecture]: 'arm64' } },
    });
  });
});

interface Made {
  readonly labels?: object;
  readonly annotations?: object;
  readonly source?: unknown;
}

describe('a DataSource that is there', () => {
  const right = { ours: true, labels: { [cron]: 'fedora-cron' }, spec: toClaim('import') };
  const rightPointer = { ours: true, labels: app, spec: toDataSource('fedora-amd64') };

  test('is left as it is where nothing is to be done', () => {
    expect(planned({}, right)).toBeUndefined();
    expect(planned({ leads: pointer }, rightPointer)).toBeUndefined();
    expect(planned({ leads: claim }, { ours: true, labels: app, spec: toClaim('disk') })).toBeUndefined();
    // what others write on it is theirs
    expect(
      planned({}, { ...right, labels: { ...right.labels, mine: 'x' }, annotations: { mine: 'x' } }),
    ).toBeUndefined();
  });

  test.each<readonly [string, Partial<WantedDataSource>, Sketch, object]>([
    ['is taken over', {}, { ...right, ours: false }, { metadata: { annotations: ofOurs } }],
    [
      'gets the label of its cron',
      {},
      { ...right, labels: { [cron]: 'old' } },
      { metadata: { labels: { [cron]: 'fedora-cron' } } },
    ],
    [
      'gets its architecture back',
      { architecture: 'amd64' },
      { ...right, labels: { ...right.labels, [architecture]: 'arm64' } },
      { metadata: { labels: { [architecture]: 'amd64' } } },
    ],
    [
      'is not to go any more',
      {},
      { ...right, annotations: { [since]: '2026-01-01T00:00:00Z' } },
      { metadata: { annotations: { [since]: null } } },
    ],
    [
      'a pointer loses the labels that CDI takes for its own',
      { leads: pointer },
      { ...rightPointer, labels: { ...app, [cron]: 'fedora-cron-amd64', [cleanup]: 'true' } },
      { metadata: { labels: { [cron]: null, [cleanup]: null } } },
    ],
    [
      'so does one that leads to a claim',
      { leads: claim },
      { ours: true, spec: toClaim('disk'), labels: { ...app, [cleanup]: 'true' } },
      { metadata: { labels: { [cleanup]: null } } },
    ],
    [
      'one that a cron fills keeps the label that lets it go with the cron, and loses another architecture',
      {},
      { ...right, labels: { ...right.labels, [cleanup]: 'true', [architecture]: 'arm64' } },
      { metadata: { labels: { [architecture]: null } } },
    ],
    [
      'a claim is used without the architecture that was written on it',
      { leads: claim },
      { ours: true, spec: toClaim('disk'), labels: { ...app, [architecture]: 'arm64' } },
      { metadata: { labels: { [architecture]: null } } },
    ],
    [
      'a pointer is led elsewhere',
      { leads: pointer },
      { ...rightPointer, spec: toDataSource('fedora-arm64') },
      { spec: { source: { dataSource: { name: 'fedora-amd64' } } } },
    ],
    [
      'an image becomes a pointer',
      { leads: pointer },
      {
        ...rightPointer,
        spec: { source: { pvc: { name: 'a', namespace }, snapshot: { name: 'b', namespace } } },
      },
      { spec: { source: { pvc: null, snapshot: null, dataSource: { name: 'fedora-amd64', namespace } } } },
    ],
    [
      'a pointer becomes an image of a claim',
      { leads: claim },
      { ...rightPointer },
      { spec: { source: { dataSource: null, pvc: { name: 'disk', namespace } } } },
    ],
    [
      'a pointer shows another architecture than that of its target',
      { leads: pointer },
      { ...rightPointer, labels: { ...app, [architecture]: 'arm64' } },
      { metadata: { labels: { [architecture]: 'amd64' } } },
    ],
  ])('%s', (_, wanted, present, patch) => {
    expect(planned(wanted, present)).toEqual(patch);
  });

  test('what a pointer shows of the architecture that it leads to stays', () => {
    const labels = { ...app, [architecture]: 'arm64' };
    const unknown = { ...pointer, shows: undefined };
    expect(planned({ leads: unknown }, { ...rightPointer, labels })).toBeUndefined();
    // while CDI still has to fill it, too
    expect(planned({}, { ...rightPointer, labels: { ...labels, [cron]: 'fedora-cron' } })).toBeUndefined();
  });

  test("what CDI fills in for a cron is CDI's", () => {
    for (const spec of [toClaim('any'), toDataSource('fedora-amd64'), { source: {} }])
      expect(planned({}, { ...right, spec })).toBeUndefined();
  });

  test('is waited for where it is being deleted', () => {
    expect(planned({}, { ...right, deleting: true, labels: {} })).toMatchObject({
      template: 'fedora-cron',
      reason: 'BeingDeleted',
      object: `DataSource ${namespace}/fedora`,
    });
  });
});

interface Foreign {
  readonly present?: Sketch;
  readonly crons?: Readonly<Record<string, Sketch>>;
  readonly reason?: string;
}

describe("whether a name is somebody else's", () => {
  const our = { ours: true, spec: { managedDataSource: 'fedora' } };
  const their = { spec: { managedDataSource: 'fedora' } };
  const labelled = (value: string) => ({ labels: { [cron]: value } });
  const cases: Readonly<Record<string, Foreign>> = {
    'nobody has it': {},
    'it is ours': { present: { ours: true } },
    'it is not ours': { present: {}, reason: 'ForeignDataSource' },
    'it is not ours, though our cron would fill it': {
      present: {},
      crons: { our },
      reason: 'ForeignDataSource',
    },
    'its owner lets a cron keep it up to date': { present: labelled('') },
    'the cron that it is labelled with is gone': { present: labelled('their') },
    'their cron manages it': {
      present: labelled('their'),
      crons: { their },
      reason: 'ForeignDataImportCron',
    },
    'their cron is about to': { crons: { their }, reason: 'ForeignDataImportCron' },
    'their cron is about to take ours': {
      present: { ours: true },
      crons: { their },
      reason: 'ForeignDataImportCron',
    },
    'their cron is going': { present: labelled('their'), crons: { their: { ...their, deleting: true } } },
    'both want it, and ours has it': { present: labelled('our'), crons: { our, their } },
    'both want it, and it is ours': {
      present: { ours: true, ...labelled('their') },
      crons: { our, their },
    },
    'both want it, and theirs has it': {
      present: labelled('their'),
      crons: { our, their },
      reason: 'ForeignDataImportCron',
    },
    'ours is going, theirs has come': {
      present: { ours: true },
      crons: { our: { ...our, deleting: true }, their },
      reason: 'ForeignDataImportCron',
    },
    'their cron manages another': { crons: { their: { spec: { managedDataSource: 'other' } } } },
    'theirs is in another namespace': { crons: { their: { ...their, namespace: 'elsewhere' } } },
  };
  test.each(Object.entries(cases))('%s', (_, { present, crons = {}, reason }) => {
    const live = liveOf(
      ...(present === undefined ? [] : [sketched('DataSource', 'fedora', present)]),
      ...Object.entries(crons).map(([name, sketch]) => sketched('DataImportCron', name, sketch)),
    );
    const found = foreignDataSource({ template: 'fedora-cron', namespace, name: 'fedora' }, live);
    expect(found?.kind === 'finding' ? found.finding.reason : undefined).toBe(reason);
    if (found?.kind !== 'finding') return;
    const { object, fix, template } = found.finding;
    expect(object).toBe(
      reason === 'ForeignDataSource' ? `DataSource ${namespace}/fedora` : `DataImportCron ${namespace}/their`,
    );
    expect([template, fix]).toEqual(['fedora-cron', expect.stringContaining(object)]);
  });
});
