import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, type KubernetesObject, objectsAt, systemClock, textAt } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { type BuildProvocation, provocationOf } from './build-provocation.ts';
import { type ContainerFiles, containerFiles } from './container-files.ts';
import { readVariables, writeInto, writeVolumes } from './pod-folder.ts';
import { machineOf } from './pod-machine.ts';
import { type ContainerPlan, planPod } from './pod-plan.ts';
import { runContainers } from './run-containers.ts';
import type { PodLog, RunOutcome, RunPod } from './run-pod.ts';
import { simulateBuild, simulateFetch } from './simulate-build.ts';

/** A command of our own image, to be run in this process. */
export interface OwnCommand {
  /** Without the program; paths of the container's volumes are those of this machine. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Of the pod. */
  readonly namespace: string;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Gives the exit code. */
export type RunOwnCommand = (command: OwnCommand) => Promise<number>;

/** How builds are simulated. */
interface SimulatedBuildOptions {
  /** For nodes, what volumes and variables come from, and annotations that provoke failures. */
  readonly client: KubernetesClient;
  readonly runOwn: RunOwnCommand;
  /** By which a build takes its time; the machine's when absent. */
  readonly clock?: Clock;
  /** How long a build takes, in milliseconds; a second when absent. */
  readonly takesMs?: number;
}

/** In place of the programs of images: nothing of an image is known here. */
const ownProgram = 'archipelago';
const usualMs = 1_000;
const longestTail = 64 * 1024;

/**
 * Plays the pods of layering where nothing can be built: builders leave an image that has the right labels and no content
 * (`simulateBuild`), commands of our own image run for real, in this process. Annotations `sandbox.archipelago.dev/build-…` of node
 * or config let builds fail (`BuildProvocation`).
 */
export function createSimulatedBuildRunner(options: SimulatedBuildOptions): RunPod {
  return async (pod, job, signal, log) => {
    const plan = planPod(pod, ownPrograms(pod));
    if ('notSimulated' in plan) return plan;
    const { namespace = '' } = pod.metadata;
    const { client } = options;
    const folder = await mkdtemp(join(tmpdir(), 'archipelago-pod-'));
    try {
      await writeVolumes(folder, plan.volumes, { client, namespace, signal });
      const provocation = await provocationOf({ client, pod, job, signal });
      const { architecture } = await machineOf(pod, { client }, signal);
      const run = { options, pod, folder, provocation, architecture, signal, log };
      return await runContainers(plan, (container) => runContainer(container, run));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

function ownPrograms(pod: KubernetesObject): ReadonlyMap<string, readonly string[]> {
  const containers = [...objectsAt(pod, 'spec', 'initContainers'), ...objectsAt(pod, 'spec', 'containers')];
  return new Map(containers.map((one) => [textAt(one, 'image'), [ownProgram]]));
}

interface PodRun {
  readonly options: SimulatedBuildOptions;
  readonly pod: KubernetesObject;
  readonly folder: string;
  readonly provocation: BuildProvocation;
  readonly architecture: string;
  readonly signal: AbortSignal;
  readonly log: PodLog;
}

async function runContainer(container: ContainerPlan, run: PodRun): Promise<RunOutcome> {
  const { options, pod, folder, provocation, signal, log } = run;
  const { name, program } = container;
  const { namespace = '' } = pod.metadata;
  if (!played.has(name) && program[0] !== ownProgram)
    return {
      notSimulated: `container ${name}: without buildah only builds and commands of our own image are played`,
    };
  if (name === 'build' && provocation.evicted) return { evicted: true };
  const heard = listen(name, log);
  const reader = { client: options.client, namespace, signal };
  const environment = await readVariables(container.variables, reader);
  const files = containerFiles(container, folder);
  const step = { environment, files, say: heard.say };
  const exitCode = played.has(name)
    ? await playBuilder(name, step, run)
    : await options.runOwn({
        environment,
        signal,
        say: heard.say,
        args: program.slice(1).map((arg) => files.pathOf(arg) ?? arg),
        namespace,
      });
  if (name === 'push' && provocation.lie === 'digest') await lieAboutDigest(files);
  log.end(name);
  return { exitCode, log: heard.tail(), container: name };
}

/** The containers of the builder's image. */
const played: ReadonlySet<string> = new Set(['fetch', 'build']);

function lasting({ clock = systemClock, takesMs = usualMs }: SimulatedBuildOptions) {
  return { clock, takesMs };
}

type Step = Omit<Parameters<typeof simulateFetch>[0], 'architecture'>;

async function playBuilder(name: string, step: Step, run: PodRun): Promise<number> {
  const { options, provocation, architecture, signal } = run;
  if (name === 'build') return await simulateBuild({ ...step, ...lasting(options), provocation, signal });
  const { exitCode } = provocation;
  if (exitCode === undefined || !endsFetch.has(exitCode))
    return await simulateFetch({ ...step, architecture });
  step.say(`ends with ${exitCode}, as an annotation wants it\n`);
  return exitCode;
}

/** The container that fetches ends with these, and nothing is tried again. */
const endsFetch: ReadonlySet<number> = new Set([65, 66]);

const otherDigest = `sha256:${'0'.repeat(64)}`;

async function lieAboutDigest(files: ContainerFiles): Promise<void> {
  const results = files.pathOf('/run/results');
  if (results !== undefined) await writeInto(results, 'digest', otherDigest);
}

function listen(container: string, log: PodLog) {
  let tail = '';
  log.write(container, '');
  return {
    say: (text: string) => {
      tail = (tail + text).slice(-longestTail);
      log.write(container, text);
    },
    tail: () => tail,
  };
}
