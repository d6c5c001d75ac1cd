import { type Command, Option } from 'commander';
import type { Act } from '../../../flags/act.ts';
import { collect } from '../../../flags/collect.ts';
import { layeringClusterFlags } from '../../../flags/layering-cluster-flags.ts';
import { outputFlag } from '../../../flags/output-flag.ts';
import { withExamples } from '../../../flags/with-examples.ts';
import type { RetryOptions } from './run-layering-retry.ts';

export interface RetryActs {
  readonly layeringRetry: Act<[string, RetryOptions]>;
  readonly layeringRebuild: Act<[string, RetryOptions]>;
}

/** Adds `layering retry` and `layering rebuild`. */
export function addRetryCommands(layering: Command, { layeringRetry, layeringRebuild }: RetryActs): void {
  const retry = requesting(layering.command('retry <config>')).description(
    'Build again what has failed; images that are there are reused.',
  );
  withExamples(retry, [
    { does: 'try again, and wait for the end', run: 'layering retry worker --wait' },
  ]).action((config, options) => layeringRetry(config, options));
  const rebuild = requesting(layering.command('rebuild <config>')).description(
    'Build images although nothing has changed.',
  );
  withExamples(rebuild, [
    { does: 'build one architecture anew', run: 'layering rebuild worker --arch arm64' },
  ]).action((config, options) => layeringRebuild(config, options));
}

function requesting(command: Command): Command {
  return outputFlag(layeringClusterFlags(command))
    .option('--arch <name>', 'only this architecture; can be repeated', collect)
    .addOption(
      new Option(
        '--wait [event]',
        'wait until the build begins or ends; --wait alone waits until it ends',
      ).choices(['begin', 'end']),
    )
    .option('--timeout <duration>', 'how long to wait (default: 2h)');
}
