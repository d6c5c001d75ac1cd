import { join, resolve } from 'node:path';
import {
  parseNodeCounts,
  standardWorkers,
  type WorkerCount,
} from '../../../simulation/actors/node-counts.ts';
import type { SandboxPlatform } from '../../../simulation/definitions/sandbox-definitions.ts';
import type { Scenario } from '../../../simulation/scenarios/scenario.ts';
import { parsePort } from '../../flags/parse-port.ts';
import { UsageError } from '../../process/io.ts';
import { chosenPlace, type KeptPlace, stateFolder } from './kept-place.ts';

/** The options of `sandbox`, and of `up` as far as its cluster goes, as they were written. */
export interface SandboxOptions {
  readonly port?: string;
  readonly kubeconfigOut?: string;
  readonly nodes?: string;
  readonly platform?: string;
  readonly dataDir?: string;
  readonly name?: string;
  readonly fresh?: boolean;
  readonly fsync?: boolean;
}

/** What the sandbox is to be. */
export interface SandboxPlan {
  /** 0: any free one. */
  readonly port: number;
  readonly kubeconfig: {
    readonly path: string;
    /** Nobody asked for that place: the file goes when the cluster does. */
    readonly temporary: boolean;
  };
  readonly platform: SandboxPlatform;
  readonly operatorNamespace: string;
  readonly workers: readonly WorkerCount[];
  /** Decides nodes and storage; those of a sandbox when absent. */
  readonly scenario?: Scenario | undefined;
  /** Where the cluster is kept; in memory only when absent. */
  readonly kept?: KeptPlace | undefined;
  /** As it was written; those of a new cluster are `workers` either way. */
  readonly nodes?: string | undefined;
}

/** Reads the options; a mistake is a UsageError that names the option, the value and the rule. */
export function parseSandboxOptions(
  options: SandboxOptions,
  environment: Readonly<Record<string, string | undefined>>,
): SandboxPlan {
  const platform = parsePlatform(options.platform ?? 'kubernetes');
  return {
    port: parsePort(options.port ?? '0'),
    kubeconfig: kubeconfigFile(options, environment),
    platform,
    operatorNamespace: platform === 'openshift' ? 'openshift-cnv' : 'kubevirt-hyperconverged',
    workers: parseWorkers(options.nodes),
    ...(options.nodes === undefined ? {} : { nodes: options.nodes }),
    ...chosenPlace(options, environment),
  };
}

function parsePlatform(text: string): SandboxPlatform {
  if (text === 'kubernetes' || text === 'openshift') return text;
  throw new UsageError(`--platform ${JSON.stringify(text)}: must be kubernetes or openshift`);
}

function parseWorkers(text: string | undefined): readonly WorkerCount[] {
  if (text === undefined) return standardWorkers;
  const parsed = parseNodeCounts(text);
  if (parsed.ok) return parsed.workers;
  throw new UsageError(`--nodes: ${parsed.message}`);
}

/** Under the user's state folder (XDG_STATE_HOME), so that it is always found in the same place; a cluster with a name has its own. */
function kubeconfigFile(
  { kubeconfigOut: written, name }: SandboxOptions,
  environment: Readonly<Record<string, string | undefined>>,
): SandboxPlan['kubeconfig'] {
  if (written === '') throw new UsageError('--kubeconfig-out: names no file');
  if (written !== undefined) return { path: resolve(written), temporary: false };
  const file = name === undefined ? 'kubeconfig' : `kubeconfig-${name}`;
  return { path: join(stateFolder(environment), 'archipelago', file), temporary: true };
}
