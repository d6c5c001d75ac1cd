import type { Command } from 'commander';
import type { Advice } from '../advice/advice.ts';
import type { SharedFacts } from '../sharing/shared-facts.ts';
import type { SharedNodes } from '../sharing/shared-nodes.ts';
import type { RegistryAddressFlags } from './registry-address-flags.ts';
import { verboseFlag } from './verbose-flag.ts';

/** The flags that choose a cluster, as commander gives them. */
export interface ClusterOptions {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly namespace?: string;
  /** A folder that `archipelago snapshot` wrote, instead of a cluster. */
  readonly snapshot?: string;
  /** Hears what is asked of the server, a line for each request; absent: nobody does. */
  readonly verbose?: (line: string) => void;
  /** Hears why a request got no answer, whatever becomes of what was asked for. */
  readonly onLost?: (error: Error) => void;
  /** The words of where it is read; absent: those of the terminal. No flag sets it. */
  readonly advice?: Advice;
  /** Nodes that parts of one look share; absent: each reads its own. */
  readonly nodes?: SharedNodes;
  /** What looks with one login share; absent: each reads its own. */
  readonly facts?: SharedFacts;
  /** Absent: the login of the kubeconfig. */
  readonly login?: OwnLogin;
}

/** Somebody else's login than that of the kubeconfig, of which only the server counts then. No flag sets it. */
interface OwnLogin {
  readonly token: string;
  /** Hears that the server did not know it. */
  readonly refused: () => void;
  /** Which registries are asked on behalf of somebody who sits elsewhere. */
  readonly registries: RegistryAddressFlags;
}

/** Adds `--snapshot`, to commands that only look. */
export function snapshotFlag(command: Command): Command {
  return command.option('--snapshot <folder>', 'what archipelago snapshot wrote, instead of a live cluster');
}

/** Adds `--kubeconfig`, `--context` and `--namespace`; `namespace` says whose namespace is meant. */
export function clusterFlags(command: Command, namespace: string): Command {
  return verboseFlag(command)
    .option(
      '--kubeconfig <file>',
      'kubeconfig (default: KUBECONFIG, ~/.kube/config, then the service account of the pod)',
    )
    .option('--context <name>', 'context of the kubeconfig (default: its current context)')
    .option('-n, --namespace <name>', namespace);
}
