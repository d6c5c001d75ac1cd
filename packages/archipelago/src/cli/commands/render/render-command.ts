import type { Command } from 'commander';
import type { Act } from '../../flags/act.ts';
import { hyperConvergedFlags } from '../../flags/hyper-converged-flags.ts';
import { objectsFlag } from '../../flags/output-flag.ts';
import { withExamples } from '../../flags/with-examples.ts';
import type { RenderOptions } from './run-render.ts';

/** Adds `render`. */
export function addRenderCommand(program: Command, act: Act<[RenderOptions]>): void {
  const command = hyperConvergedFlags(program.command('render'), 'HyperConverged to render')
    .description('Print the operands that a HyperConverged is rendered into, without a cluster.')
    .option('--why', 'add the cause of each value that is not baseline, as a comment')
    .option('--strict', 'refuse unknown fields instead of dropping them');
  withExamples(objectsFlag(command), [
    { does: 'the operands of a HyperConverged', run: 'render -f examples/heterogeneous.yaml' },
    {
      does: 'the same, and which setting caused which field',
      run: 'render -f examples/heterogeneous.yaml --why',
    },
  ]).action((options) => act(options));
}
