import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { dataSourceStep } from './data-source-step.ts';
import { claimOf, dataSourceOf, dataVolumeOf, home, TestWorld } from './importer.test-support.ts';

const pvc = (name: string, namespace = home) => ({ pvc: { name, namespace } });
const pointer = (name: string, namespace?: string): JsonObject => ({
  dataSource: { name, ...(namespace === undefined ? {} : { namespace }) },
});

interface Case {
  readonly what: string;
  readonly source: JsonObject | undefined;
  readonly others?: readonly KubernetesObject[];
  readonly ready: string;
  readonly leads?: JsonObject;
}

const cases: readonly Case[] = [
  { what: 'nothing', source: undefined, ready: 'False NoSource' },
  { what: 'an empty source', source: {}, ready: 'False NoSource' },
  { what: 'a claim', source: pvc('a'), others: [claimOf('a')], ready: 'True Ready', leads: pvc('a') },
  {
    what: 'a claim of its namespace',
    source: { pvc: { name: 'a' } },
    others: [claimOf('a')],
    ready: 'True Ready',
    leads: pvc('a'),
  },
  {
    what: 'a claim of another namespace',
    source: pvc('a', 'other'),
    others: [claimOf('a', 'Bound', { namespace: 'other' })],
    ready: 'True Ready',
    leads: pvc('a', 'other'),
  },
  {
    what: 'a claim that another namespace lacks',
    source: pvc('a', 'other'),
    others: [claimOf('a')],
    ready: 'False NotFound',
  },
  { what: 'no claim', source: pvc('a'), ready: 'False NotFound' },
  {
    what: 'a finished import',
    source: pvc('a'),
    others: [claimOf('a'), dataVolumeOf('a')],
    ready: 'True Ready',
    leads: pvc('a'),
  },
  {
    what: 'an unfinished import',
    source: pvc('a'),
    others: [claimOf('a'), dataVolumeOf('a', 'ImportInProgress')],
    ready: 'False ImportInProgress',
  },
  {
    what: 'an import not begun',
    source: pvc('a'),
    others: [claimOf('a'), dataVolumeOf('a', '')],
    ready: 'False Pending',
  },
  { what: 'a snapshot', source: { snapshot: { name: 's', namespace: home } }, ready: 'False NotFound' },
  {
    what: 'another',
    source: pointer('next', home),
    others: [dataSourceOf('next', pvc('a')), claimOf('a')],
    ready: 'True Ready',
    leads: pvc('a'),
  },
  {
    what: 'another that leads nowhere',
    source: pointer('next'),
    others: [dataSourceOf('next', undefined)],
    ready: 'False NoSource',
  },
  { what: 'no other', source: pointer('next'), ready: 'False NotFound' },
  { what: 'itself', source: pointer('it'), ready: 'False SelfReference' },
  {
    what: 'another that leads on',
    source: pointer('next'),
    others: [dataSourceOf('next', pointer('last')), dataSourceOf('last', pvc('a')), claimOf('a')],
    ready: 'False MaxReferenceDepthReached',
  },
  {
    what: 'another of another namespace',
    source: pointer('next', 'other'),
    others: [
      dataSourceOf('next', pvc('a'), { namespace: 'other' }),
      claimOf('a', 'Bound', { namespace: 'other' }),
    ],
    ready: 'False CrossNamespaceReference',
  },
];

test.each(cases)('leads to $what: $ready', ({ source, others = [], ready, leads }) => {
  const stale = {
    ...dataSourceOf('it', source),
    status: { source: { snapshot: { name: 'old', namespace: home } } },
  };
  const world = new TestWorld([stale, ...others]);
  world.carryOut(dataSourceStep(stale, world));
  const after = world.get('DataSource', home, 'it') as KubernetesObject;
  const [status, reason] = ready.split(' ');
  expect(after.status).toMatchObject({ conditions: [{ type: 'Ready', status, reason }] });
  expect((after.status as JsonObject).source).toEqual(leads);
  expect(dataSourceStep(after, world)).toEqual([]);
});

test('labels of the claim come along once, onto pointers, too, as CDI has it', () => {
  const labels = {
    'template.kubevirt.io/architecture': 'arm64',
    'cdi.kubevirt.io/dataImportCron': 'cron',
    'example.com/other': 'x',
  };
  const it = dataSourceOf('it', pointer('next'));
  const world = new TestWorld([it, dataSourceOf('next', pvc('a')), claimOf('a', 'Bound', { labels })]);
  world.carryOut(dataSourceStep(it, world));
  const after = world.get('DataSource', home, 'it') as KubernetesObject;
  expect(after.metadata.labels).toEqual({
    'template.kubevirt.io/architecture': 'arm64',
    'cdi.kubevirt.io/dataImportCron': 'cron',
  });
  // whoever takes them off is left alone
  const stripped = { ...after, metadata: { ...after.metadata, labels: {} } };
  expect(dataSourceStep(stripped, world)).toEqual([]);
});

test('times move with what they tell', () => {
  const it = dataSourceOf('it', pvc('a'));
  const world = new TestWorld([it]);
  world.carryOut(dataSourceStep(it, world));
  world.now += 5_000;
  world.put(claimOf('a'));
  world.carryOut(dataSourceStep(world.get('DataSource', home, 'it') as KubernetesObject, world));
  expect(world.get('DataSource', home, 'it')?.status).toMatchObject({
    conditions: [{ lastTransitionTime: '2026-01-01T00:01:05Z', lastHeartbeatTime: '2026-01-01T00:01:05Z' }],
  });
});
