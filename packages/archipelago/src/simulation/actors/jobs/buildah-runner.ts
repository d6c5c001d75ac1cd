import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KubernetesObject } from '@archipelago/apimachinery';
import { furnishRoot } from './furnish-root.ts';
import { machineShim } from './machine-shim.ts';
import { readVariables, writeVolumes } from './pod-folder.ts';
import { type MachineOptions, machineOf, type PodMachine } from './pod-machine.ts';
import { type ContainerPlan, type Entrypoints, type PodPlan, planPod } from './pod-plan.ts';
import { runContainers } from './run-containers.ts';
import { type RootBind, runInRoot } from './run-in-root.ts';
import type { PodLog, RunOutcome, RunPod } from './run-pod.ts';

/** How builds are run: `client` is also what volumes and variables come from. */
interface BuildahRunnerOptions extends MachineOptions {
  readonly entrypoints?: Entrypoints;
  /** Files and folders of this machine that the entrypoints need, besides /usr. */
  readonly visible?: readonly string[];
  /** Runs a container in the files of its image, where these are at hand; undefined: with this machine's programs. */
  readonly runInImage?: (container: FurnishedContainer) => Promise<RunOutcome> | undefined;
}

/** A container with what its pod has for it on this machine. */
export interface FurnishedContainer extends Pick<ContainerPlan, 'name' | 'program' | 'confinement'> {
  readonly volumes: readonly RootBind[];
  /** What its image sets is not among them. */
  readonly variables: Readonly<Record<string, string>>;
  readonly said: (text: string) => void;
}

/**
 * Runs the containers of build pods for real, with this machine's buildah instead of their images: every pod has folders and an empty
 * store of its own, and sees the architecture of its node. Simulated all the same: the machine is this one.
 */
export function createBuildahRunner(options: BuildahRunnerOptions): RunPod {
  const { entrypoints = new Map() } = options;
  return async (pod, _job, signal, log) => {
    const missing = missingForBuilds();
    if (missing !== undefined) return { notSimulated: missing };
    const plan = planPod(pod, entrypoints);
    if ('notSimulated' in plan) return plan;
    const folder = await mkdtemp(join(tmpdir(), 'archipelago-pod-'));
    try {
      return await runPlan(plan, { options, pod, folder, signal, log });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

/** Why this machine cannot run builds for real; undefined: it has what is needed. */
export function missingForBuilds(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can make the mounts that builds need';
  const needed = programs.find((program) => spawnSync(program, ['--version']).status !== 0);
  return needed && `${needed} is not installed`;
}

const programs = ['buildah', 'unshare', 'nsenter', 'setpriv', 'setsid', 'pivot_root'];

interface PodContext {
  readonly options: BuildahRunnerOptions;
  readonly pod: KubernetesObject;
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly log: PodLog;
}

async function runPlan(plan: PodPlan, context: PodContext): Promise<RunOutcome> {
  const { pod, folder, options, signal } = context;
  const { namespace = '' } = pod.metadata;
  await writeVolumes(join(folder, 'volumes'), plan.volumes, { client: options.client, namespace, signal });
  const machine = await machineOf(pod, options, signal);
  return await runContainers(plan, (container) => runContainer(container, machine, context));
}

async function runContainer(
  container: ContainerPlan,
  machine: PodMachine,
  { options, pod, folder, signal, log: podLog }: PodContext,
): Promise<RunOutcome> {
  const { program, directory, name, confinement } = container;
  podLog.write(name, '');
  const own = join(folder, 'containers', name);
  const shim = machineShim(machine.architecture, process.arch);
  const volumes = container.mounts.map(({ volume, subPath, path, readOnly }) => ({
    source: join(folder, 'volumes', volume, subPath),
    path,
    access: readOnly ? ('read' as const) : ('write' as const),
  }));
  const reader = { client: options.client, namespace: pod.metadata.namespace ?? '', signal };
  const variables = await readVariables(container.variables, reader);
  const said = (text: string) => podLog.write(name, text);
  const ran = options.runInImage?.({ name, program, confinement, volumes, variables, said });
  if (ran !== undefined) return await ran.finally(() => podLog.end(name));
  const environment = { ...machine.environment, ...variables };
  const { visible = [] } = options;
  const files = { ...machine.files, ...(container.hasAccountLogin ? machine.accountFiles : {}) };
  const binds = await furnishRoot(own, { files, environment, shim, volumes, visible });
  const end = await runInRoot({ folder: own, binds, confinement, directory, program, said }, signal);
  podLog.end(name);
  if (end.kind === 'unrooted') return { notSimulated: `this machine cannot run builds: ${end.why}` };
  const { exitCode, log } = end;
  if (exitCode !== 0 && shim !== undefined && /exec format error/i.test(log))
    return { notSimulated: `${name} runs programs for ${machine.architecture}, which this machine cannot` };
  return { exitCode, log, container: name };
}
