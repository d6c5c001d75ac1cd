import type { Command } from 'commander';
import { usualBuildsNamespace } from '../../operator/options/layering-choices.ts';
import { type ClusterOptions, clusterFlags } from './cluster-flags.ts';

/** The flags that choose a cluster, and where builds are in it, as commander gives them. */
export interface LayeringClusterOptions extends ClusterOptions {
  readonly layeringNamespace?: string;
}

/** Adds the flags that choose a cluster, for a command about layering. */
export function layeringClusterFlags(command: Command): Command {
  return clusterFlags(command, 'namespace of the operator (default: it is searched for)').option(
    '--layering-namespace <name>',
    `namespace of builds and their logins (default: as the operator's Deployment says, else ${usualBuildsNamespace})`,
  );
}
