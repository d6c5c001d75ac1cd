import { textAt } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { names } from '../api/layering-names.ts';
import { keptLogsIn } from '../view/kept-log.ts';
import { World } from './simulated-world.test-support.ts';

const one = { a1: 'amd64' };

function logsOf(world: World): readonly string[] {
  return keptLogsIn(world.all('ConfigMap'))
    .map(({ architecture = 'assembly', attempt, container }) => `${architecture} ${attempt} ${container}`)
    .sort();
}

function failing(nodes: Readonly<Record<string, string>> = one, attempts = 1): World {
  const world = new World({ nodes, spec: { build: { attempts } } });
  world.behaviour = () => ({ kind: 'fail' });
  return world.through(600);
}

describe('the log of a job that fails', () => {
  it('is written down for its build, whatever becomes of its pod', () => {
    const world = failing();
    expect(world.build().status.phase).toBe('Failed');
    const [log] = keptLogsIn(world.all('ConfigMap'));
    const [job] = world.jobs();
    expect(log).toMatchObject({ job: { name: job?.metadata.name, uid: job?.metadata.uid }, config: 'edge' });
    expect(log?.text).toBe(`${job?.metadata.name} build\n`);
    const [object] = world
      .all('ConfigMap')
      .filter(({ metadata }) => metadata.labels?.[names.component] === 'log');
    expect(object?.metadata.ownerReferences).toMatchObject([
      { kind: 'MachineOSBuild', name: world.build().name },
    ]);
    expect(object?.metadata.namespace).toBe(job?.metadata.namespace);
    for (const { kind, metadata } of [...world.all('Pod'), ...world.all('Job')])
      world.objects.delete(world.key(kind, metadata.name));
    world.through(600);
    expect(logsOf(world)).toEqual(['amd64 1 build']);
    // with the build it goes
    world.purge(world.build().object);
    expect(world.all('ConfigMap').map(({ metadata }) => metadata.labels?.[names.component])).not.toContain(
      'log',
    );
  });

  it('is kept of the two newest jobs of each architecture, and not asked for again', () => {
    const world = failing({ ...one, b1: 'arm64' }, 5);
    expect(logsOf(world)).toEqual(['amd64 4 build', 'amd64 5 build', 'arm64 4 build', 'arm64 5 build']);
    expect(world.plan().questions).toEqual([]);
  });

  it('of the assembly, too; of what succeeds there is none', () => {
    const world = new World({ nodes: one });
    world.assembly = (attempt) => (attempt === 1 ? { kind: 'exit', exitCode: 137 } : undefined);
    world.through(600);
    expect(world.build().status.phase).toBe('Succeeded');
    expect(logsOf(world)).toEqual(['assembly 1 assemble']);
  });

  it('is read while its pod still ends, where it ran out of time', () => {
    const world = new World({ nodes: one });
    world.behaviour = () => ({ kind: 'hang' });
    world.run();
    const [job] = world.jobs();
    const [pod] = world.all('Pod');
    if (job === undefined || pod === undefined) throw new Error('nothing runs');
    const running = [
      { name: 'fetch', state: { terminated: { exitCode: 0 } } },
      { name: 'build', state: { running: {} } },
    ];
    world.put({ ...pod, status: { phase: 'Running', initContainerStatuses: running } });
    world.run();
    expect(logsOf(world)).toEqual([]);
    const target = { type: 'FailureTarget', status: 'True', reason: 'DeadlineExceeded' };
    world.put({ ...world.get('Job', job.metadata.name), status: { conditions: [target] } });
    world.run();
    expect(logsOf(world)).toEqual(['amd64 1 build']);
  });

  it.each(['denied', 'unavailable'] as const)('that is %s is told, and asked for again', (state) => {
    const world = new World({ nodes: one, spec: { build: { attempts: 1 } } });
    world.behaviour = () => ({ kind: 'fail' });
    const { log } = world;
    world.log = () => ({ askedAt: world.now, state, message: 'no' });
    world.run();
    const [name] = world.jobs().map(({ metadata }) => metadata.name);
    expect(world.told).toContainEqual({
      level: 'warning',
      reason: 'LogNotKept',
      message: `the log of ${name} could not be read: no`,
    });
    world.log = log;
    world.after(61);
    expect(logsOf(world)).toEqual(['amd64 1 build']);
  });

  it('that is gone is let be', () => {
    const world = new World({ nodes: one, spec: { build: { attempts: 1 } } });
    world.behaviour = () => ({ kind: 'fail' });
    world.log = () => ({ askedAt: world.now, state: 'missing' });
    world.through(600);
    expect(logsOf(world)).toEqual([]);
    expect(world.plan().questions).toEqual([]);
    expect(textAt(world.build().object.status, 'phase')).toBe('Failed');
  });
});
