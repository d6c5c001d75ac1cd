import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { KubernetesObject } from '../../../api/kubernetes-object.ts';
import type { KubernetesClient } from '../../../kubernetes/kubernetes-client.ts';
import { textAt } from '../importer/importer-world.ts';
import { machineShim } from './machine-shim.ts';
import { readVariables, writeInto, writeVolumes } from './pod-folder.ts';
import { type ContainerPlan, type Entrypoints, type PodPlan, planPod } from './pod-plan.ts';
import { runInRoot } from './run-in-root.ts';
import type { RunOutcome, RunPod } from './run-pod.ts';

/** How builds are run. */
export interface BuildahRunnerSettings {
  /** For the node's architecture, and what volumes and variables come from. */
  readonly client: KubernetesClient;
  readonly entrypoints?: Entrypoints;
  /** By absolute path: files that every node has, such as registries.conf.d and certs.d of its registries. */
  readonly nodeFiles?: Readonly<Record<string, string>>;
  /** What a pod needs to reach the API server as its service account; without it pods have no login. */
  readonly login?: (namespace: string, serviceAccount: string) => Promise<ClusterLogin>;
}

export interface ClusterLogin {
  /** https. */
  readonly url: string;
  /** PEM. */
  readonly caCertificate: string;
  readonly token: string;
}

/**
 * Runs the containers of build pods for real, with this machine's buildah instead of their images: every pod has folders and an empty
 * store of its own, and sees the architecture of its node. Simulated all the same: the machine is this one.
 */
export function createBuildahRunner(settings: BuildahRunnerSettings): RunPod {
  const { entrypoints = new Map() } = settings;
  return async (pod, _job, signal) => {
    const missing = missingMeans();
    if (missing !== undefined) return { notSimulated: missing };
    const plan = planPod(pod, entrypoints);
    if ('notSimulated' in plan) return plan;
    const folder = await mkdtemp(join(tmpdir(), 'archipelago-pod-'));
    try {
      return await runPlan(plan, { settings, pod, folder, signal });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

function missingMeans(): string | undefined {
  if (process.getuid?.() !== 0) return 'builds run as root only: mounts are made for them';
  const needed = ['buildah', 'unshare'].find((program) => spawnSync(program, ['--version']).status !== 0);
  return needed && `${needed} is not installed`;
}

interface PodContext {
  readonly settings: BuildahRunnerSettings;
  readonly pod: KubernetesObject;
  readonly folder: string;
  readonly signal: AbortSignal;
}

interface Machine {
  readonly architecture: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

async function runPlan(plan: PodPlan, context: PodContext): Promise<RunOutcome> {
  const { pod, folder, settings, signal } = context;
  const { namespace = '' } = pod.metadata;
  await writeVolumes(join(folder, 'volumes'), plan.volumes, { client: settings.client, namespace, signal });
  const machine = await machineOf(context);
  const logs: string[] = [];
  for (const container of plan.initContainers) {
    const outcome = await runContainer(container, machine, context);
    if (!isSuccess(outcome)) return outcome;
    logs.push(outcome.log);
  }
  const outcomes = await Promise.all(
    plan.containers.map((container) => runContainer(container, machine, context)),
  );
  const bad = outcomes.find((outcome) => !isSuccess(outcome));
  if (bad !== undefined) return bad;
  return { exitCode: 0, log: [...logs, ...outcomes.filter(isSuccess).map(({ log }) => log)].join('') };
}

function isSuccess(outcome: RunOutcome): outcome is Extract<RunOutcome, { exitCode: number }> {
  return 'exitCode' in outcome && outcome.exitCode === 0;
}

const accountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';
const nodes = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };

async function machineOf({ settings, pod, signal }: PodContext): Promise<Machine> {
  const { namespace = '', name } = pod.metadata;
  const found = await settings.client.get(nodes, { name: textAt(pod, 'spec', 'nodeName') }, { signal });
  const architecture = textAt(found.ok ? found.value : undefined, 'status', 'nodeInfo', 'architecture');
  const account = textAt(pod, 'spec', 'serviceAccountName') || 'default';
  const login = await settings.login?.(namespace, account);
  const address = login === undefined ? undefined : new URL(login.url);
  return {
    architecture,
    environment: {
      PATH: '/opt/archipelago/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/root',
      HOSTNAME: name,
      ...(address === undefined
        ? {}
        : { KUBERNETES_SERVICE_HOST: address.hostname, KUBERNETES_SERVICE_PORT: address.port }),
    },
    files: {
      ...settings.nodeFiles,
      ...(login === undefined
        ? {}
        : {
            [`${accountFolder}/token`]: login.token,
            [`${accountFolder}/ca.crt`]: login.caCertificate,
            [`${accountFolder}/namespace`]: namespace,
          }),
    },
  };
}

async function runContainer(
  container: ContainerPlan,
  machine: Machine,
  { settings, pod, folder, signal }: PodContext,
): Promise<RunOutcome> {
  const own = join(folder, 'containers', container.name);
  for (const name of ['upper', 'work', 'root']) await mkdir(join(own, name), { recursive: true });
  const upper = join(own, 'upper');
  for (const [path, text] of Object.entries(machine.files)) await writeInto(upper, path, text);
  const shim = machineShim(machine.architecture, process.arch);
  if (shim !== undefined) {
    await writeInto(upper, 'opt/archipelago/bin/uname', shim.uname);
    await chmod(join(upper, 'opt/archipelago/bin/uname'), 0o755);
  }
  const binds = container.mounts.map(({ volume, subPath, path }) => ({
    source: join(folder, 'volumes', volume, subPath),
    path,
  }));
  for (const { source, path } of binds) await makeMountPoint(source, join(upper, path));
  const reader = { client: settings.client, namespace: pod.metadata.namespace ?? '', signal };
  const environment = { ...machine.environment, ...(await readVariables(container.variables, reader)) };
  const { program, directory, name } = container;
  const end = await runInRoot({ folder: own, binds, directory, program, environment }, signal);
  if (end.kind === 'unrooted') return { notSimulated: `this machine cannot run builds: ${end.why}` };
  const { exitCode, log } = end;
  if (exitCode !== 0 && shim !== undefined && /exec format error/i.test(log))
    return { notSimulated: `${name} runs programs for ${machine.architecture}, which this machine cannot` };
  return { exitCode, log, container: name };
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
