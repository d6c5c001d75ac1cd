import type { Command } from 'commander';
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
