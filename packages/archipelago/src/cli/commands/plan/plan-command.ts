import type { Command } from 'commander';
import type { Act } from '../../flags/act.ts';
import { clusterFlags } from '../../flags/cluster-flags.ts';
import { collect } from '../../flags/collect.ts';
import { factsFlag } from '../../flags/facts-flag.ts';
import { once } from '../../flags/once.ts';
import { outputFlag } from '../../flags/output-flag.ts';
import { registryFlags } from '../../flags/registry-flags.ts';
import { withExamples } from '../../flags/with-examples.ts';
import { withExitCodes } from '../../flags/with-exit-codes.ts';
import type { PlanOptions } from './plan-options.ts';

/** Adds `plan`. */
export function addPlanCommand(program: Command, act: Act<[PlanOptions]>): void {
  const command = program
    .command('plan')
    .description('Print what the operator would do, and why. Nothing is written.')
    .option(
      '-f, --filename <file>',
      'HyperConverged to plan for (default: the one in the cluster); - is standard input',
      once,
    )
    .option('--set <path=value>', 'a field to change before planning; can be repeated', collect);
  clusterFlags(factsFlag(command), 'namespace of the HyperConverged (default: it is searched for)');
  withExitCodes(outputFlag(registryFlags(command), ['name', 'yaml', 'json']), {
    0: 'nothing would be done',
    1: 'something would be done; as kubectl diff ends where something differs',
  });
  withExamples(command, [
    {
      does: 'what a change of one field would do to the cluster',
      run: 'plan --set spec.evictionStrategy=None',
    },
    { does: 'the same for a snapshot', run: 'plan --snapshot ./cluster --set spec.evictionStrategy=None' },
    {
      does: 'what a HyperConverged would create in a cluster that is described by a file',
      run: 'plan -f examples/heterogeneous.yaml --cluster cluster.yaml',
    },
  ]).action((options) => act(options));
}
