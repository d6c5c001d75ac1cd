import type { Command } from 'commander';
import { platformFlag } from './platform-flag.ts';

/** Adds the flags of an embedded cluster. */
export function sandboxFlags(command: Command): Command {
  return command
    .option('--port <number>', 'port of the API server (default: a free one)')
    .option('--kubeconfig-out <file>', 'where the kubeconfig is written')
    .option('--nodes <list>', 'simulated workers by architecture, e.g. amd64=3,arm64=2')
    .addOption(platformFlag('what the cluster looks like'));
}
