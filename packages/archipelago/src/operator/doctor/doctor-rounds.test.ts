import { isKubernetesObject, type JsonObject } from '@archipelago/apimachinery';
import { createKubernetesClient } from '@archipelago/kube-client';
import { beforeAll, expect, it, test } from 'vitest';
import { FakeClock } from '../../../../../test/support/fake-clock.ts';
import { factKinds, factNames } from '../../doctor/facts/fact-kinds.ts';
import { healthy, storageClass } from '../../doctor/healthy-cluster.test-support.ts';
import { createMetricValues } from '../../observability/metric-values.ts';
import type { Snapshot, SnapshotPart } from '../../snapshot/snapshot.ts';
import { snapshotTransport } from '../../snapshot/snapshot-transport.ts';
import { DoctorRounds } from './doctor-rounds.ts';

const choices = { everyMs: 300_000, againMs: 60_000 };

/** A cluster that can change from one round to the next, and an operator that leads. */
function ward(initial: readonly JsonObject[]) {
  let objects = initial;
  let forbidden: readonly string[] = [];
  const clock = new FakeClock();
  const told: string[] = [];
  const metrics = createMetricValues();
  let changes = 0;
  const transport = () => snapshotTransport(snapshotOf(objects, forbidden, clock.now()));
  const client = createKubernetesClient({
    transport: { ...transport(), send: (request) => transport().send(request) },
    userAgent: 'test',
  });
  const rounds = new DoctorRounds({
    ...{ client, choices, clock, metrics },
    recorder: {
      record: ({ type, reason, message }) => told.push(`${type} ${reason}: ${message.slice(0, 20)}`),
      dropped: () => 0,
      flush: async () => {},
      stop: () => {},
    },
    about: () => objects.find(isKubernetesObject) && (objects[0] ?? {}),
    onChange: () => {
      changes += 1;
    },
    onProblem: (message) => told.push(message),
  });
  const term = new AbortController();
  rounds.lead(term.signal);
  const later = async (ms: number) => {
    await clock.advance(ms);
    // what was asked is answered without the clock
    for (let turn = 0; turn < 400; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    ...{ rounds, metrics, told, later, term },
    changes: () => changes,
    set: (next: readonly JsonObject[], without: readonly string[] = []) => {
      [objects, forbidden] = [next, without];
    },
    of: (type: string) => rounds.conditions()?.find((condition) => condition.type === type),
  };
}

function snapshotOf(objects: readonly JsonObject[], forbidden: readonly string[], now: number): Snapshot {
  const stamped: readonly JsonObject[] = JSON.parse(
    JSON.stringify(objects).replaceAll('$NOW', new Date(now).toISOString()),
  );
  const parts = factNames.flatMap((name) => {
    const { group, versions, plural, kind } = factKinds[name];
    return versions.map((version): SnapshotPart => {
      const apiVersion = group === '' ? version : `${group}/${version}`;
      const own = stamped.filter((one) => one.kind === kind && one.apiVersion === apiVersion);
      const resource = { group, version, plural, kind, namespaced: true };
      if (forbidden.includes(plural)) return { resource, reading: { state: 'failed', code: 403 } };
      return { resource, reading: { state: 'read', objects: own } };
    });
  });
  return { takenAt: now, server: '', masked: false, parts };
}

// loaded when it is first asked, which takes as long as it takes
beforeAll(() => import('./doctor-knowledge.ts'));

const without = healthy.filter(({ kind }) => kind !== 'StorageClass');
const broken = [...without, storageClass('rbd')];

test('what two rounds see is told, once: in conditions, in metrics, and as an event', async () => {
  const { later, of, metrics, told, changes, rounds } = ward(broken);
  await later(0);
  expect(rounds.conditions()).toBeUndefined();
  await later(60_000);
  expect(of('DoctorStorage')).toMatchObject({ status: 'False', reason: 'ProblemsFound' });
  expect(of('DoctorPlacement')).toMatchObject({ status: 'True', reason: 'NothingFound' });
  expect(of('DoctorSubscription')).toBeUndefined();
  expect(metrics.samples('doctorFindings')).toContainEqual({
    labels: { code: 'VD301', severity: 'critical' },
    value: 1,
  });
  expect(told.filter((line) => line.includes('VD301'))).toEqual([
    'Warning DoctorVD301: There is no default ',
  ]);
  const before = changes();
  await later(300_000);
  await later(300_000);
  expect(changes()).toBe(before);
  expect(told.filter((line) => line.includes('VD301'))).toHaveLength(1);
});

test('what only one round sees is not told, neither that it came nor that it went', async () => {
  const { later, of, set, told } = ward(healthy);
  await later(0);
  await later(60_000);
  set(broken);
  await later(300_000);
  expect(of('DoctorStorage')).toMatchObject({ status: 'True' });
  set(healthy);
  await later(60_000);
  expect(of('DoctorStorage')).toMatchObject({ status: 'True' });
  expect(told).toEqual([]);
});

it('tells that a finding is gone when the next round agrees', async () => {
  const { later, of, set, told } = ward(broken);
  await later(0);
  await later(60_000);
  set(healthy);
  await later(300_000);
  expect(of('DoctorStorage')).toMatchObject({ status: 'False' });
  await later(60_000);
  expect(of('DoctorStorage')).toMatchObject({ status: 'True' });
  expect(told).toContain('Normal DoctorVD301Gone: no longer found');
});

it('says what it may not look at, and shows nothing once another process leads', async () => {
  const { later, of, set, metrics, term, rounds } = ward(broken);
  set(broken, ['storageclasses']);
  await later(0);
  await later(60_000);
  expect(of('DoctorStorage')).toMatchObject({
    status: 'Unknown',
    reason: 'CouldNotLook',
    message: expect.stringContaining('storageclasses.storage.k8s.io'),
  });
  term.abort();
  await later(1);
  await rounds.stop();
  expect(metrics.samples('doctorFindings')).toEqual([]);
});

it('keeps what it said of what it may not look at any more, and tells nothing anew after another leader', async () => {
  const { later, of, set, told } = ward(broken);
  await later(0);
  await later(60_000);
  set(broken, ['storageclasses']);
  await later(300_000);
  await later(300_000);
  await later(300_000);
  expect(told.filter((line) => line.includes('VD301'))).toEqual([
    'Warning DoctorVD301: There is no default ',
  ]);
  expect(of('DoctorStorage')).toMatchObject({ status: 'False' });
  const [first = {}, ...rest] = broken;
  const said = { ...first, status: { conditions: [{ type: 'DoctorStorage', status: 'False' }] } };
  const next = ward([said, ...rest]);
  await next.later(0);
  await next.later(60_000);
  expect(next.told).toEqual([]);
});
