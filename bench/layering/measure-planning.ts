import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { architectures } from '../../packages/archipelago/src/api/architectures.ts';
import { machineConfigGroup } from '../../packages/archipelago/src/layering/api/layering-names.ts';
import type {
  LayeringDeployment,
  LayeringPlan,
} from '../../packages/archipelago/src/layering/build-plan/layering-plan.ts';
import { PlanMemory } from '../../packages/archipelago/src/operator/layering/plan-memory.ts';
import { type PlannedMirror, planPass } from '../../packages/archipelago/src/operator/layering/plan-pass.ts';
import { namespace, PlannedCluster, type PlannedClusterSize } from './planned-cluster.ts';
import { load, median, type Table } from './table.ts';

/** Passes over the same state, of which the middle one counts. */
const repetitions = 5;
const mostPasses = 60;
const secondMs = 1000;
/** Ended jobs are kept five minutes. */
const cleanUpMs = 301_000;
const mib = 1024 * 1024;

interface Pass {
  readonly ms: number;
  /** Of all threads, the collection of garbage included: a busy machine does not add to it. */
  readonly cpuMs: number;
  readonly plans: readonly LayeringPlan[];
}

/** One look of the operator at everything: what nothing has changed for is not planned again. */
function pass(cluster: PlannedCluster, memory: PlanMemory): Pass {
  const started = performance.now();
  const spent = process.cpuUsage();
  const observed = cluster.observed();
  const { answers, now } = cluster;
  const mirror: PlannedMirror = {
    groups: () => [machineConfigGroup],
    buildGroups: () => [machineConfigGroup],
    configs: () => cluster.all('MachineOSConfig'),
    observed: () => () => observed,
  };
  const works = planPass({ mirror, answers, deployment, memory, now });
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(spent);
  return { ms, cpuMs: (user + system) / 1000, plans: works.map(({ plan }) => plan) };
}

const deployment: LayeringDeployment = {
  namespace,
  builderImage: 'registry.example.com/builder:1',
  ownImage: 'registry.example.com/archipelago:1',
  serviceAccount: 'archipelago-layering-builder',
  clusterJobs: 1_000_000,
  storeLimit: '100Gi',
  registries: { caCertificates: undefined, registriesConf: undefined },
};

function created({ plans }: Pass, kind: string): number {
  return plans
    .flatMap(({ actions }) => actions)
    .filter((action) => action.kind === 'create' && action.object.kind === kind).length;
}

const isIdle = ({ plans }: Pass) =>
  plans.every(({ actions, questions }) => actions.length + questions.length === 0);

/** The same again, all of it planned anew; a plan changes nothing. */
function repeated(cluster: PlannedCluster): Pass {
  return middle(() => pass(cluster, new PlanMemory()));
}

/** With what the operator remembers of the pass before. */
function remembered(cluster: PlannedCluster, memory: PlanMemory, change: () => void): Pass {
  pass(cluster, memory);
  return middle(() => {
    change();
    return pass(cluster, memory);
  });
}

function middle(one: () => Pass): Pass {
  const passes = Array.from({ length: repetitions }, one);
  return {
    plans: passes[0]?.plans ?? [],
    ms: median(passes.map(({ ms }) => ms)),
    cpuMs: median(passes.map(({ cpuMs }) => cpuMs)),
  };
}

/** Everything until nothing is left to do. */
interface Cycle {
  builds: Pass | undefined;
  jobs: Pass | undefined;
  passes: number;
  ms: number;
  cpuMs: number;
  buildJobs: number;
}

const noCycle: Cycle = { builds: undefined, jobs: undefined, passes: 0, ms: 0, cpuMs: 0, buildJobs: 0 };

function build(cluster: PlannedCluster, say: (text: string) => void): Cycle {
  const cycle = { ...noCycle };
  const memory = new PlanMemory();
  for (; cycle.passes < mostPasses; cluster.now += secondMs) {
    const one = pass(cluster, memory);
    const jobs = created(one, 'Job');
    const builds = created(one, 'MachineOSBuild');
    cycle.passes += 1;
    cycle.ms += one.ms;
    cycle.cpuMs += one.cpuMs;
    say(`pass ${cycle.passes}: ${one.ms.toFixed(0)} ms, ${builds} builds, ${jobs} jobs`);
    note(cycle, one, cluster);
    for (const plan of one.plans) cluster.obey(plan);
    // jobs that were just made are looked at while they run
    if (jobs > 0) cluster.schedule();
    else if (cluster.finishJobs() === 0 && isIdle(one)) return cycle;
  }
  throw new Error(`no rest after ${mostPasses} passes`);
}

/** The first pass that makes builds, and the first that starts build jobs, are measured better. */
function note(cycle: Cycle, one: Pass, cluster: PlannedCluster): void {
  if (cycle.builds === undefined && created(one, 'MachineOSBuild') > 0) cycle.builds = repeated(cluster);
  const jobs = created(one, 'Job');
  // what an assembly does is in no ConfigMap
  if (jobs === 0 || created(one, 'ConfigMap') === 0) return;
  cycle.buildJobs += jobs;
  cycle.jobs ??= repeated(cluster);
}

function heap(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed / mib;
}

/**
 * How fast builds are planned, and what it takes: the planner alone, in this process, with everything it looks at. Linux only.
 */
export function measurePlanning(size: PlannedClusterSize, say: (text: string) => void): Table {
  const atStart = load();
  const empty = heap();
  const cluster = new PlannedCluster(size);
  const { pools } = size;
  const images = pools * architectures.length;
  const first = build(cluster, say);
  expect(first.buildJobs === images, `${first.buildJobs} build jobs of ${images}`);
  expect(ready(cluster) === pools, `${ready(cluster)} images of ${pools} pools`);
  cluster.rollOut();
  cluster.now += cleanUpMs;
  build(cluster, say);
  const anew = repeated(cluster);
  const memory = new PlanMemory();
  const rest = remembered(cluster, memory, () => undefined);
  const full = heap();
  const cordoned = remembered(cluster, memory, () => cluster.cordonOne());
  for (const one of [anew, rest, cordoned]) expect(isIdle(one), 'something is left to do at rest');
  cluster.editContainerfiles('arm64', 2);
  const second = build(cluster, say);
  expect(second.buildJobs === pools, `${second.buildJobs} build jobs after ${pools} edits`);
  expect(ready(cluster) === pools, `${ready(cluster)} images after ${pools} edits`);
  const peak = process.resourceUsage().maxRSS / 1024;
  const nodes = images * size.nodesEach;
  const speed = (name: string, one: Pass | undefined, made: string) => [
    name,
    one === undefined ? '-' : `${((pools / one.ms) * 1000).toFixed(0)}`,
    one === undefined ? '-' : `${one.ms.toFixed(0)} ms (${one.cpuMs.toFixed(0)} ms)`,
    made,
  ];
  const whole = (name: string, { passes, ms, cpuMs }: Cycle) => [
    name,
    `${(((pools * passes) / ms) * 1000).toFixed(0)}`,
    `${(ms / passes).toFixed(0)} ms (${(cpuMs / passes).toFixed(0)} ms)`,
    `${passes} passes, ${(ms / 1000).toFixed(1)} s in all`,
  ];
  return {
    head: [
      `${pools} pools × ${architectures.length} architectures, ${nodes} nodes`,
      'plans per second',
      'all pools (CPU time)',
      '',
    ],
    rows: [
      speed('nothing has changed', rest, 'nothing to do'),
      speed('one node of one pool has changed', cordoned, 'nothing to do'),
      speed('nothing has changed since a start: all is planned', anew, 'nothing to do'),
      speed('nothing is built yet: builds are made', first.builds, `${pools} builds`),
      speed('  the registry has no image: jobs are started', first.jobs, `${first.buildJobs} jobs`),
      whole('  until all images are published', first),
      speed('one of four Containerfiles is edited: builds are made', second.builds, `${pools} builds`),
      speed('  jobs are started for that architecture', second.jobs, `${second.buildJobs} jobs`),
      whole('  until all images are published', second),
      [
        'heap: the program alone, with everything at rest',
        `${empty.toFixed(0)} MiB, ${full.toFixed(0)} MiB`,
        '',
        '',
      ],
      ['RSS, peak', `${peak.toFixed(0)} MiB`, '', 'cluster, registries and planner'],
      ['load average at start / end', `${atStart} / ${load()}`, '', ''],
    ],
  };
}

function ready(cluster: PlannedCluster): number {
  return cluster
    .all('MachineOSConfig')
    .filter(({ status }) => JSON.stringify(status).includes('"type":"ImageReady","status":"True"')).length;
}

function expect(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
