import type { Command } from 'commander';
import { platformFlag } from './platform-flag.ts';

/** Adds the flags of an embedded cluster; `usually` says where it is kept when nobody says it. */
export function sandboxFlags(command: Command, usually: string): Command {
  return command
    .option('--port <number>', 'port of the API server (default: a free one)')
    .option('--kubeconfig-out <file>', 'where the kubeconfig is written')
    .option('--nodes <list>', 'simulated workers by architecture, e.g. amd64=3,arm64=2')
    .addOption(platformFlag('what the cluster looks like'))
    .option('--data-dir <folder>', `folder in which the cluster is kept (default: ${usually})`)
    .option('--name <name>', 'keep it under this name in the state folder, beside others')
    .option('--fresh', 'forget what is kept there, and begin anew')
    .option('--fsync', 'answer a write only when the disk has it, so that it outlives a loss of power, too');
}
