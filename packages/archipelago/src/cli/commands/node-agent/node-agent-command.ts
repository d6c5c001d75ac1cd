import { type Command, Option } from 'commander';
import type { Act } from '../../flags/act.ts';
import { withExamples } from '../../flags/with-examples.ts';
import type { NodeAgentOptions } from './run-node-agent.ts';

export interface NodeAgentActs {
  readonly nodeAgent: Act<[NodeAgentOptions]>;
}

/** Adds `node-agent`. */
export function addNodeAgentCommand(program: Command, { nodeAgent }: NodeAgentActs): void {
  const none: string[] = [];
  const command = program
    .command('node-agent')
    .description('Keep one node’s side of a rollout: fetch the image it is to have, and boot it.')
    .requiredOption('--node <name>', 'the Node that stands for this machine')
    .option(
      '--repository <host/path>',
      'whose images the node may boot; can be repeated',
      (text: string, all: string[]) => [...all, text],
      none,
    )
    .addOption(
      new Option('--backend <name>', 'what updates the machine')
        .choices(['bootc', 'rpm-ostree'])
        .default('bootc'),
    )
    .option('--host-root <folder>', "where the machine's root file system is; programs run in it")
    .option('--apply', 'run it; without this it is printed, and nothing is written')
    .option('--once', 'look once, and end')
    .option('--kubeconfig <file>', 'kubeconfig to use')
    .option('--context <name>', 'context of the kubeconfig');
  withExamples(command, [
    {
      does: 'say what would be done to this machine',
      run: 'node-agent --node worker-1 --repository registry.example.com/os/edge --once',
    },
  ]).action((options) => nodeAgent(options));
}
