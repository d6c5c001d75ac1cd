import type { Command } from 'commander';
import type { Act } from '../../../flags/act.ts';
import { snapshotFlag } from '../../../flags/cluster-flags.ts';
import { collect } from '../../../flags/collect.ts';
import { layeringClusterFlags } from '../../../flags/layering-cluster-flags.ts';
import { once } from '../../../flags/once.ts';
import { listFlag } from '../../../flags/output-flag.ts';
import { insecureFlag, registryFlags } from '../../../flags/registry-flags.ts';
import { withExamples } from '../../../flags/with-examples.ts';
import { withExitCodes } from '../../../flags/with-exit-codes.ts';
import type { LayeringPlanOptions } from './run-layering-plan.ts';

export interface LayeringPlanActs {
  readonly layeringPlan: Act<[string | undefined, LayeringPlanOptions]>;
}

const logins = "logins for registries, instead of those in the config's secrets";

/** Adds `layering plan`. */
export function addLayeringPlanCommand(layering: Command, { layeringPlan }: LayeringPlanActs): void {
  const command = snapshotFlag(layeringClusterFlags(layering.command('plan [config]')))
    .description('Print which images would be built or reused, and why. Nothing is written.')
    .option('-f, --filename <file>', 'MachineOSConfig to plan for (default: the one in the cluster)', once)
    .option('--set <path=value>', 'a field to change before planning; can be repeated', collect)
    .option('--cluster <file>', 'objects as kubectl get -o yaml prints them, instead of a live cluster');
  withExitCodes(listFlag(insecureFlag(registryFlags(command, logins))), {
    0: 'the images that are wanted are there',
    1: 'something would be built, or cannot be',
  });
  withExamples(command, [
    { does: 'what a new MachineOSConfig would build', run: 'layering plan -f machineosconfig.yaml' },
    {
      does: 'the same without a cluster',
      run: 'layering plan -f machineosconfig.yaml --cluster objects.yaml',
    },
  ]).action((config, options) => layeringPlan(config, options));
}
