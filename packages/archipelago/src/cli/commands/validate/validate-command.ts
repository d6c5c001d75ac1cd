import { type Command, Option } from 'commander';
import type { Act } from '../../flags/act.ts';
import { hyperConvergedFlags } from '../../flags/hyper-converged-flags.ts';
import { outputFlag } from '../../flags/output-flag.ts';
import { withExamples } from '../../flags/with-examples.ts';
import type { ValidateOptions } from './run-validate.ts';

/** Adds `validate`. */
export function addValidateCommand(program: Command, act: Act<[ValidateOptions]>): void {
  const command = hyperConvergedFlags(program.command('validate'), 'HyperConverged to check')
    .description('Check a HyperConverged as the API server and the admission webhook would.')
    .option('--old <file>', 'the HyperConverged as it is now, for an update')
    .addOption(
      new Option('--operation <name>', 'the operation to check').choices(['create', 'update', 'delete']),
    )
    .option('--strict', 'refuse unknown fields; without it they are only reported');
  withExamples(outputFlag(command), [
    { does: 'check a HyperConverged', run: 'validate -f examples/heterogeneous.yaml' },
    {
      does: 'check an update from one to another',
      run: 'validate -f examples/heterogeneous.yaml --old examples/minimal.yaml -o json',
    },
  ]).action((options) => act(options));
}
