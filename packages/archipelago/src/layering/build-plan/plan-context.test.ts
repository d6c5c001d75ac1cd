import { describe, expect, test } from 'vitest';
import { machineConfigGroup, names } from '../api/layering-names.ts';
import { JobSlots, keyLabel, type PlanContext, planContext, resultOf } from './plan-context.ts';
import { PlanDraft } from './plan-draft.ts';
import { Reading } from './reading.ts';
import { World } from './simulated-world.test-support.ts';

const four = { a: 'amd64', b: 'arm64', c: 's390x', d: 'ppc64le' };

function contextOf(world: World): PlanContext {
  const reading = new Reading(world.input());
  return planContext(reading, { kind: 'waiting', reason: '', message: '' }, new PlanDraft(reading));
}

function taken(slots: JobSlots): number {
  let count = 0;
  while (count < 100 && slots.take()) count += 1;
  return count;
}

describe('room for jobs', () => {
  test.each([
    [2, 5, 2],
    [5, 2, 2],
    [1, 1, 1],
    [0, 5, 0],
    [5, 0, 0],
    [-1, 5, 0],
    [5, -1, 0],
    [Number.POSITIVE_INFINITY, 3, 3],
  ])('%d of its own and %d in the cluster: %d', (own, cluster, count) => {
    expect(
      taken(
        new JobSlots(
          () => own,
          () => cluster,
        ),
      ),
    ).toBe(count);
  });

  interface Job {
    readonly role?: string;
    readonly config?: string;
    readonly ended?: true;
    readonly deleting?: true;
  }

  function room(jobs: readonly Job[], maxParallel: number | undefined, clusterJobs: number): number {
    const world = new World({
      clusterJobs,
      spec: maxParallel === undefined ? {} : { build: { maxParallel } },
    });
    for (const [index, { role = 'build', config = 'edge', ended, deleting }] of jobs.entries())
      world.put({
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: {
          name: `job-${index}`,
          labels: { [names.component]: role },
          annotations: { [names.configName]: config },
          ownerReferences: [
            {
              apiVersion: `${machineConfigGroup}/v1`,
              kind: 'MachineOSBuild',
              name: 'x',
              uid: 'x',
              controller: true,
            },
          ],
          ...(deleting === undefined ? {} : { deletionTimestamp: '2026-11-21T09:00:00Z' }),
        },
        ...(ended === undefined ? {} : { status: { conditions: [{ type: 'Complete', status: 'True' }] } }),
      });
    return taken(contextOf(world).slots);
  }

  test.each<[string, readonly Job[], number | undefined, number, number]>([
    ['no job', [], undefined, 3, 3],
    ['no job', [], 2, 3, 2],
    ['a job of its own', [{}], 2, 3, 1],
    ['a job of its own', [{}], 3, 3, 2],
    ['jobs of another config, of which the own limit knows nothing', [{ config: 'other' }], 2, 9, 2],
    ['jobs of another config, for which the cluster has room, too', [{ config: 'other' }], 2, 2, 1],
    ['jobs that have ended', [{ ended: true }, { ended: true }], 2, 2, 2],
    ['jobs that are being deleted', [{ deleting: true }], 1, 1, 1],
    ['assemblies, which take little', [{ role: 'assemble' }], 1, 1, 1],
    ['more jobs than there may be', [{}, {}, {}], 2, 9, 0],
    ['more jobs than the cluster may have', [{ config: 'other' }, { config: 'other' }], 2, 1, 0],
  ])('%s', (_, jobs, ...[maxParallel, clusterJobs, count]) => {
    expect(room(jobs, maxParallel, clusterJobs)).toBe(count);
  });
});

describe('jobs that one plan begins', () => {
  test.each<[maxParallel: number | undefined, clusterJobs: number, most: number]>([
    [1, 100, 1],
    [2, 100, 2],
    [3, 100, 3],
    [undefined, 1, 1],
    [undefined, 3, 3],
    [2, 3, 2],
    [3, 2, 2],
    [undefined, 100, 4],
  ])(
    'with %j for the config and %d for the cluster are %d, all of them, and no more later',
    (maxParallel, clusterJobs, most) => {
      const spec = maxParallel === undefined ? {} : { build: { maxParallel } };
      const world = new World({ nodes: four, clusterJobs, spec });
      world.behaviour = () => ({ kind: 'hang' });
      world.stepUntil(() => world.started.length > 0);
      expect(world.started).toHaveLength(most);
      world.run();
      expect(world.started).toHaveLength(most);
      const waiting = world
        .build()
        .status.platforms?.filter(({ message }) => message === 'other builds go first');
      expect(waiting).toHaveLength(4 - most);
      world.behaviour = () => ({ kind: 'succeed' });
      world.run();
      expect(world.started).toHaveLength(4);
      expect(world.build().status.phase).toBe('Succeeded');
    },
  );
});

describe('a result', () => {
  test('is the ConfigMap of the very job, and a result', () => {
    const world = new World({ nodes: { a: 'amd64' } });
    world.behaviour = () => ({ kind: 'hang' });
    world.run();
    const read = () => {
      const context = contextOf(world);
      const [job] = context.reading.jobsOfConfig('edge');
      return job === undefined ? 'no job' : resultOf(job, context);
    };
    const uid = world.jobs()[0]?.metadata.uid ?? '';
    const put = (name: string, labels: Record<string, string>, data?: Record<string, unknown>) =>
      world.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels }, ...({ data } as object) });
    put('other-job', { [names.component]: 'result', [names.jobUid]: 'other' }, { digest: 'a' });
    put('no-result', { [names.component]: 'source', [names.jobUid]: uid }, { digest: 'b' });
    expect(read()).toBeUndefined();
    put('empty', { [names.component]: 'result', [names.jobUid]: uid });
    expect(read()).toEqual({});
    put('empty', { [names.component]: 'result', [names.jobUid]: uid }, { digest: 'c', odd: 7 });
    expect(read()).toEqual({ digest: 'c' });
  });
});

test('a key is known by as much of it as a label may have', () => {
  expect(keyLabel('0123456789abcdef'.repeat(4))).toBe('0123456789abcdef'.repeat(4).slice(0, 63));
});
