import type { KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { machineConfigGroup, names, ownGroup } from '../../layering/api/layering-names.ts';
import type { LayeringPlan, ObservedObjects } from '../../layering/build-plan/layering-plan.ts';
import { World } from '../../layering/build-plan/simulated-world.test-support.ts';
import { BegunJobs } from './begun-jobs.ts';
import type { BuildsObstacle } from './builds-obstacle.ts';
import { PlanMemory } from './plan-memory.ts';
import { type PlannedMirror, planPass } from './plan-pass.ts';

const nothing: ObservedObjects = {
  nodes: [],
  pools: [],
  machineConfigs: [],
  machineSets: [],
  builds: [],
  jobs: [],
  pods: [],
  configMaps: [],
  secrets: {},
};

function config(name: string, more: Partial<KubernetesObject> = {}): KubernetesObject {
  return {
    apiVersion: `${ownGroup}/v1`,
    kind: 'MachineOSConfig',
    metadata: { name, uid: name, resourceVersion: '1', generation: 1 },
    spec: {
      nodeSelector: { pool: 'edge' },
      baseImage: 'registry.example.com/base/os:10',
      imageBuilder: { imageBuilderType: 'Job' },
      renderedImagePushSecret: { name: 'push' },
      renderedImagePushSpec: 'registry.example.com/os/edge:latest',
    },
    ...more,
  };
}

function pass(
  configs: readonly KubernetesObject[],
  seen: ObservedObjects = nothing,
  more: Partial<PlannedMirror> = {},
  { memory = new PlanMemory(), obstacle }: { memory?: PlanMemory; obstacle?: BuildsObstacle } = {},
) {
  const mirror: PlannedMirror = {
    groups: () => [ownGroup],
    buildGroups: () => [ownGroup],
    configs: () => configs,
    observed: () => () => seen,
    ...more,
  };
  const deployment = {
    namespace: 'layering',
    builderImage: 'buildah',
    ownImage: 'archipelago',
    serviceAccount: 'layering',
    clusterJobs: 4,
    storeLimit: '100Gi',
    registries: { caCertificates: undefined, registriesConf: undefined },
  };
  const now = Date.parse('2026-11-21T10:00:00Z');
  return planPass({ mirror, answers: {}, deployment, memory, now, obstacle });
}

describe('a pass', () => {
  it('plans each config by name, then what is going', () => {
    const works = pass([config('b'), config('a')]);
    expect(works.map(({ about }) => about?.metadata.name)).toEqual(['a', 'b', undefined]);
    expect(new Set(works.map(({ key }) => key)).size).toBe(3);
  });

  it('says what is wrong with a config, and leaves out one that is being deleted', () => {
    const going = config('c', { metadata: { name: 'c', deletionTimestamp: '2026-11-21T09:00:00Z' } });
    const [wrong] = pass([config('a', { spec: {} }), going]);
    expect(wrong?.plan.actions).toEqual([]);
    expect(wrong?.plan.findings[0]).toMatchObject({ level: 'error', reason: 'InvalidConfig' });
    expect(pass([going])).toHaveLength(1);
  });

  it('goes on with the others after a mistake of ours about one', () => {
    const bad = config('a');
    const status = Object.defineProperty({}, 'architectures', {
      get: () => {
        throw new RangeError('Invalid time value');
      },
    });
    const works = pass([{ ...bad, status }, config('b')]);
    expect(works[0]?.plan.findings).toMatchObject([{ level: 'error', reason: 'InternalError' }]);
    expect(works[1]?.plan.actions).not.toEqual([]);
  });

  it('takes builds away whose configs are no longer served', () => {
    const build: KubernetesObject = {
      apiVersion: `${ownGroup}/v1`,
      kind: 'MachineOSBuild',
      metadata: {
        name: 'edge-1',
        uid: 'u',
        finalizers: [names.imagesFinalizer],
        deletionTimestamp: '2026-11-21T09:00:00Z',
      },
      spec: {
        machineOSConfig: { name: 'edge' },
        renderedImagePushSpec: 'registry.example.com/os/edge:edge-1',
        renderedImagePushSecret: { name: 'push' },
        intermediateRepository: 'registry.example.com/os/edge',
        buildKey: '0'.repeat(64),
        format: 'OCI',
        publish: 'Index',
        retry: 0,
        platforms: [
          {
            architecture: 'amd64',
            key: '0'.repeat(64),
            containerfile: 'None',
            base: { image: 'registry.example.com/base/os:10', digest: `sha256:${'0'.repeat(64)}` },
          },
        ],
      },
    };
    const [work] = pass([], { ...nothing, builds: [build] }, { groups: () => [] });
    expect(work?.plan.questions.map(({ kind }) => kind)).toContain('published');
    const without = (isAllRead: boolean) =>
      pass(
        [],
        { ...nothing, builds: [build] },
        { groups: () => [] },
        {
          obstacle: { reason: 'BuildsNamespaceMissing', message: 'no place', isAllRead },
        },
      );
    expect(without(true)).toEqual([work]);
    // what was not read may need its images
    expect(without(false)).toEqual([]);
  });
});

describe('jobs of one pass', () => {
  const begin = (repository: string, key: string): LayeringPlan => {
    const labels = { [names.component]: 'build', [names.architecture]: 'arm64', [names.key]: key };
    const metadata = { name: `b-${key}`, labels, annotations: { [names.repository]: repository } };
    const object = { apiVersion: 'batch/v1', kind: 'Job', metadata };
    return { actions: [{ kind: 'create', object, because: '' }], questions: [], findings: [], wakeAt: 1 };
  };

  it('begins no image twice: the second plan waits until the first can be seen', () => {
    const begun = new BegunJobs();
    expect(begun.add(begin('r', 'k')).actions).toHaveLength(1);
    expect(begun.add(begin('r', 'k'))).toMatchObject({ actions: [], wakeAt: 1 });
    expect(begun.add(begin('other', 'k')).actions).toHaveLength(1);
    expect(begun.add(begin('r', 'l')).actions).toHaveLength(1);
    expect(begun.count).toBe(3);
  });
});

describe('a limit of the cluster', () => {
  const architectures = { a: 'amd64', b: 'arm64' };
  /** Configs that only have their jobs to begin: plans of one config after the other, each its own round. */
  function ready(clusterJobs: number, more: (world: World) => void = () => {}): World {
    const world = new World({ nodes: architectures, clusterJobs: 0 });
    const containerFile = (content: string) => [{ containerfileArch: 'NoArch', content }];
    world.addConfig('fig', { nodeSelector: { pool: 'edge' }, containerFile: containerFile('RUN fig') });
    more(world);
    world.run();
    world.clusterJobs = clusterJobs;
    return world;
  }

  function begun(world: World): readonly string[] {
    const { deployment, now, answers } = world.input();
    const mirror: PlannedMirror = {
      groups: () => [machineConfigGroup],
      buildGroups: () => [machineConfigGroup],
      configs: () => world.all('MachineOSConfig'),
      observed: () => () => world.observed(),
    };
    const works = planPass({ mirror, answers, deployment, memory: new PlanMemory(), now });
    return works.flatMap(({ about, plan }) =>
      plan.actions.flatMap((action) =>
        action.kind === 'create' && action.object.kind === 'Job' ? [about?.metadata.name ?? ''] : [],
      ),
    );
  }

  it.each([
    [0, []],
    [1, ['edge']],
    [2, ['edge', 'edge']],
    [3, ['edge', 'edge', 'fig']],
    [4, ['edge', 'edge', 'fig', 'fig']],
    [9, ['edge', 'edge', 'fig', 'fig']],
  ])('of %i jobs holds for all configs of a pass together: %j', (limit, jobs) => {
    expect(begun(ready(limit))).toEqual(jobs);
  });

  it('is not used up by what another config has begun already', () => {
    const world = ready(9, (one) => one.addConfig('twin', { nodeSelector: { pool: 'edge' } }));
    // the twin of edge would make the very same images: it waits, and takes no room
    expect(begun(world)).toEqual(['edge', 'edge', 'fig', 'fig']);
  });
});
