import { describe, expect, test } from 'vitest';
import { World } from './simulated-world.test-support.ts';

const two = { a: 'amd64', b: 'arm64' };
const there = 'archipelago-builds';

describe('builds that are to be in another namespace', () => {
  test.each<[string, Record<string, string>]>([
    ['with other secrets', { push: 'another' }],
    ['before anybody has brought the secrets', {}],
  ])('images that are there are not built again, %s', (_, secrets) => {
    const world = new World({ nodes: two });
    world.run();
    const before = world.condition('ImageReady');
    world.move(there);
    world.secrets = secrets;
    world.run();
    world.after(7200);
    expect([world.started.length, world.builds().length]).toEqual([2, 1]);
    expect([before?.status, world.condition('ImageReady')]).toEqual(['True', before]);
  });

  test.each(['Recreate', 'Interrupt'])(
    'jobs that ran begin again there, and count as no failure, nor as deleted: %s',
    (onDeletedJob) => {
      const world = new World({ nodes: two, spec: { build: { onDeletedJob, attempts: 1 } } });
      world.behaviour = (architecture) => ({ kind: architecture === 'amd64' ? 'succeed' : 'hang' });
      world.run();
      world.move(there);
      world.behaviour = () => ({ kind: 'succeed' });
      world.run();
      expect(world.build().status.phase).toBe('Succeeded');
      const [moved, ...others] = world.platform('arm64')?.attempts ?? [];
      expect([moved?.reason, others.map(({ reason }) => reason)]).toEqual(['Moved', ['Succeeded']]);
      expect(moved?.message).toMatch(
        /^the job b-edge-.* was in namespace layering; builds are in namespace archipelago-builds now$/,
      );
      expect(world.platform('arm64')?.job).toMatchObject({ namespace: there });
      expect(world.started.filter(({ architecture }) => architecture === 'amd64')).toHaveLength(1);
    },
  );

  test('an assembly that ran begins again there, of the images that there are', () => {
    const world = new World({ nodes: two });
    world.assembly = () => ({ kind: 'hang' });
    world.run();
    const { status } = world.build();
    expect(status.phase).toBe('Assembling');
    world.move(there);
    world.assembly = () => undefined;
    world.run();
    expect([world.build().status.phase, world.started.length]).toEqual(['Succeeded', 2]);
  });

  test('a status of a release that did not say where its jobs were is taken for one of another place', () => {
    const world = new World({ nodes: two, spec: { build: { onDeletedJob: 'Interrupt' } } });
    world.behaviour = () => ({ kind: 'hang' });
    world.run();
    const { object } = world.build();
    world.put({
      ...object,
      status: JSON.parse(JSON.stringify(object.status).replaceAll(',"namespace":"layering"', '')),
    });
    world.move(there);
    world.behaviour = () => ({ kind: 'succeed' });
    world.run();
    expect(world.build().status.phase).toBe('Succeeded');
    expect(world.platform('amd64')?.attempts?.[0]?.message).toContain('was in another namespace');
  });
});
