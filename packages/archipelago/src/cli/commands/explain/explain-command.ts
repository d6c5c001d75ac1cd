import type { Command } from 'commander';
import type { Act } from '../../flags/act.ts';
import { factsFlag } from '../../flags/facts-flag.ts';
import { once } from '../../flags/once.ts';
import { outputFlag } from '../../flags/output-flag.ts';
import { withExamples } from '../../flags/with-examples.ts';
import type { ExplainOptions } from './run-explain.ts';

/** Adds `explain`. */
export function addExplainCommand(program: Command, act: Act<[string, ExplainOptions]>): void {
  const command = factsFlag(
    program
      .command('explain <path>')
      .description('Explain a setting, or where the value of an operand field comes from.')
      .option(
        '-f, --filename <file>',
        'HyperConverged to explain the field for (default: one without settings)',
        once,
      ),
  );
  withExamples(outputFlag(command), [
    { does: 'what a setting is for, its default and its rules', run: 'explain spec.evictionStrategy' },
    {
      does: 'which setting caused a field of an operand',
      run: 'explain KubeVirt.spec.configuration.evictionStrategy -f examples/heterogeneous.yaml',
    },
  ]).action((path, options) => act(path, options));
}
