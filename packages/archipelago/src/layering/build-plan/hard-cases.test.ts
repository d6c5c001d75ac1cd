import { describe, expect, test } from 'vitest';
import { machineConfigGroup, names, ownGroup } from '../api/layering-names.ts';
import { planBuildRemoval } from './plan-build-removal.ts';
import { planLayering } from './plan-layering.ts';
import { World } from './simulated-world.test-support.ts';

/** What went wrong beside the numbered ones of scenarios.test.ts. */

const two = { a: 'amd64', b: 'arm64' };

describe('case 1: the secret of a build that failed changes', () => {
  const failing = (log: string) => {
    const world = new World({ nodes: two });
    world.behaviour = (architecture, _attempt, job) => {
      if (architecture !== 'arm64') return { kind: 'succeed' };
      world.end(job, 'Failed', 65, log);
      return { kind: 'hang' };
    };
    world.run();
    expect(world.build().status).toMatchObject({ phase: 'Failed', reason: 'PlatformFailed' });
    world.secrets = { push: '2' };
    world.run();
    return world;
  };

  test.each([
    'Error: building at STEP "RUN make": exit status 2',
    'cat: /etc/shadow: Permission denied',
    'pushed sha256:aa401bb403',
  ])('no login is to blame: %s', (log) => {
    expect(failing(log).builds()).toHaveLength(1);
  });

  test.each([
    'reading manifest: unauthorized: access to the resource is not authorized',
    'requested access to the resource is denied',
    'authentication required',
    'unexpected status code 403 Forbidden',
  ])('a login is: %s', (log) => {
    expect(failing(log).builds()).toHaveLength(2);
  });
});

describe('case 2: an assembly that is tried for days', () => {
  test('goes on after more attempts than the status keeps, and leaves few jobs', () => {
    const world = new World({ nodes: two });
    let reachable = false;
    world.assembly = () =>
      reachable ? undefined : { kind: 'report', data: { reason: 'RegistryUnavailable', message: '500' } };
    for (let hour = 0; hour < 6; hour += 1) world.through(3600);
    const uids = (world.build().status.assembly?.attempts ?? []).map(({ uid }) => uid);
    expect(uids).toHaveLength(50);
    expect(new Set(uids).size).toBe(50);
    expect(world.jobs('assemble').length).toBeLessThan(4);
    expect(Number(world.jobs('assemble').at(-1)?.metadata.labels?.[names.attempt])).toBeGreaterThan(60);
    const { resourceVersion } = world.build().object.metadata;
    world.run();
    expect(world.build().object.metadata.resourceVersion).toBe(resourceVersion);
    reachable = true;
    world.through(600);
    expect(world.build().status.phase).toBe('Succeeded');
  });
});

describe('case 3: a retry reads what its predecessor was built from', () => {
  test('which stays when the predecessor goes', () => {
    const world = new World({ nodes: two });
    world.behaviour = (architecture) =>
      architecture === 'arm64' ? { kind: 'fail', exitCode: 65 } : { kind: 'succeed' };
    world.run();
    const failed = world.build();
    expect(failed.status.phase).toBe('Failed');
    world.behaviour = () => ({ kind: 'hang' });
    world.annotate({ [names.retry]: 'all' });
    world.run();
    const [source, ...others] = world
      .all('ConfigMap')
      .filter(
        ({ metadata: { labels = {} } }) =>
          labels[names.component] === 'source' && labels[names.architecture] === 'arm64',
      );
    expect(others).toEqual([]);
    const { uid, name } = world.build().object.metadata;
    expect(name).not.toBe(failed.name);
    expect(source?.metadata.labels?.[names.build]).toBe(name);
    expect(source?.metadata.ownerReferences?.map((owner) => owner.uid)).toEqual([uid]);
    world.remove(failed.object);
    world.run();
    expect(world.get('ConfigMap', source?.metadata.name ?? '')).toBeDefined();
    world.behaviour = () => ({ kind: 'succeed' });
    world.run();
    expect(world.builds().map((build) => [build.name, build.status.phase])).toEqual([[name, 'Succeeded']]);
  });
});

describe('case 4: a secret is corrected while a job runs with the old one', () => {
  test('a build job', () => {
    const world = new World({ nodes: two });
    world.behaviour = () => ({ kind: 'hang' });
    world.run();
    world.secrets = { push: '2' };
    for (const job of world.jobs()) world.end(job, 'Failed', 65, 'unauthorized');
    world.behaviour = () => ({ kind: 'succeed' });
    world.run();
    expect(world.builds().map(({ status }) => status.phase)).toEqual(['Failed', 'Succeeded']);
    expect(world.build().object.metadata.annotations?.[names.cause]).toBe('CredentialsChanged');
  });

  test('the assembly', () => {
    const world = new World({ nodes: two });
    world.assembly = () => ({ kind: 'hang' });
    world.run();
    world.secrets = { push: '2' };
    world.assembly = () => ({ kind: 'report', data: { reason: 'PushDenied', message: '401' } });
    world.run(1000);
    expect(world.builds().map(({ status }) => status.reason)).toEqual(['PushDenied', 'PushDenied']);
    expect(world.builds().map(({ object }) => object.metadata.annotations?.[names.cause])).toEqual([
      'Wanted',
      'CredentialsChanged',
    ]);
  });
});

describe('case 5: configs of the same name in both API groups', () => {
  const running = (content = 'RUN true') => {
    const world = new World({
      nodes: two,
      spec: { containerFile: [{ containerfileArch: 'NoArch', content }] },
    });
    world.behaviour = () => ({ kind: 'hang' });
    return world.run();
  };
  /** The second world's config and builds in our own group, with the jobs of the first. */
  const both = (first: World, second: World) => {
    const { config, ...input } = second.input();
    const { jobs, pods, configMaps } = first.observed();
    const builds = input.observed.builds.map((build) => ({ ...build, apiVersion: `${ownGroup}/v1` }));
    const observed = { ...input.observed, builds, jobs, pods, configMaps };
    return { ...input, config: { ...config, group: ownGroup }, observed } as const;
  };

  test.each(['RUN true', 'RUN false'])('leave each other what is theirs: %s', (content) => {
    const first = running();
    expect(first.jobs()).toHaveLength(2);
    const { actions } = planLayering(both(first, running(content)));
    expect(actions.filter(({ kind }) => kind === 'delete')).toEqual([]);
    const jobs = actions.filter(({ kind, object }) => kind === 'patch' && object.kind === 'Job');
    expect(jobs).toEqual([]);
    const sources = actions.flatMap(({ object, ...action }) =>
      action.kind === 'patch' && object.kind === 'ConfigMap' ? [JSON.stringify(action.patch)] : [],
    );
    for (const source of sources) expect(source).toContain(machineConfigGroup);
  });

  test('a build that goes takes no job and no image of the other with it', () => {
    const first = running();
    first.behaviour = () => ({ kind: 'succeed' });
    first.run();
    expect(first.build().status.phase).toBe('Succeeded');
    const { observed, answers, now } = both(first, first);
    const metadata = { deletionTimestamp: new Date(now).toISOString() };
    const builds = observed.builds.map((build) => ({
      ...build,
      metadata: { ...build.metadata, ...metadata },
    }));
    const input = { observed: { ...observed, builds }, answers, now };
    const plan = planBuildRemoval({ ...input, otherBuilds: first.observed().builds });
    expect(plan.actions.map(({ kind }) => kind)).toEqual(['patch']);
    expect(plan.questions).toEqual([]);
    expect(planBuildRemoval(input).questions.map(({ kind }) => kind)).toContain('delete');
  });
});
