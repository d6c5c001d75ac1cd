import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { KubernetesObject } from '@archipelago/apimachinery';
import { type MachineShim, machineShim } from './machine-shim.ts';
import { readVariables, writeInto, writeVolumes } from './pod-folder.ts';
import { homeFolder, type MachineOptions, machineOf, type PodMachine, shimFolder } from './pod-machine.ts';
import { type ContainerPlan, type Entrypoints, type PodPlan, planPod } from './pod-plan.ts';
import { runContainers } from './run-containers.ts';
import { type RootedProgram, runInRoot } from './run-in-root.ts';
import type { PodLog, RunOutcome, RunPod } from './run-pod.ts';

/** How builds are run: `client` is also what volumes and variables come from. */
interface BuildahRunnerOptions extends MachineOptions {
  readonly entrypoints?: Entrypoints;
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
  if (process.getuid?.() !== 0) return 'builds run as root only: mounts are made for them';
  const needed = ['buildah', 'unshare', 'setpriv', 'pivot_root'].find(
    (program) => spawnSync(program, ['--version']).status !== 0,
  );
  return needed && `${needed} is not installed`;
}

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
  const { program, directory, name } = container;
  podLog.write(name, '');
  const own = join(folder, 'containers', name);
  const shim = machineShim(machine.architecture, process.arch);
  const binds = container.mounts.map(({ volume, subPath, path, readOnly }) => ({
    source: join(folder, 'volumes', volume, subPath),
    path,
    readOnly,
  }));
  const files = { ...machine.files, ...(container.hasAccountLogin ? machine.accountFiles : {}) };
  await furnishRoot(own, { files, shim, binds });
  const reader = { client: options.client, namespace: pod.metadata.namespace ?? '', signal };
  const environment = { ...machine.environment, ...(await readVariables(container.variables, reader)) };
  const said = (text: string) => podLog.write(name, text);
  const { confinement } = container;
  const end = await runInRoot(
    { folder: own, binds, confinement, directory, program, environment, said },
    signal,
  );
  podLog.end(name);
  if (end.kind === 'unrooted') return { notSimulated: `this machine cannot run builds: ${end.why}` };
  const { exitCode, log } = end;
  if (exitCode !== 0 && shim !== undefined && /exec format error/i.test(log))
    return { notSimulated: `${name} runs programs for ${machine.architecture}, which this machine cannot` };
  return { exitCode, log, container: name };
}

interface RootContent extends Pick<RootedProgram, 'binds'>, Pick<PodMachine, 'files'> {
  readonly shim: MachineShim | undefined;
}

/** What a container sees that this machine has not. */
async function furnishRoot(folder: string, { files, shim, binds }: RootContent): Promise<void> {
  const upper = join(folder, 'upper');
  for (const name of ['work', 'root', join('upper', homeFolder)])
    await mkdir(join(folder, name), { recursive: true });
  for (const [path, text] of Object.entries(files)) await writeInto(upper, path, text);
  if (shim !== undefined) {
    const path = join(shimFolder, 'uname');
    await writeInto(upper, path, shim.uname);
    await chmod(join(upper, path), 0o755);
  }
  for (const { source, path } of binds) await makeMountPoint(source, join(upper, path));
}

/** A file is mounted over a file, a folder over a folder. */
async function makeMountPoint(source: string, target: string): Promise<void> {
  const isFolder = await stat(source).then(
    (found) => found.isDirectory(),
    () => true,
  );
  await mkdir(isFolder ? target : dirname(target), { recursive: true });
  if (!isFolder) await writeFile(target, '');
}
