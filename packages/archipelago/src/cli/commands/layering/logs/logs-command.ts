import type { Command } from 'commander';
import type { Act } from '../../../flags/act.ts';
import { layeringClusterFlags } from '../../../flags/layering-cluster-flags.ts';
import { withExamples } from '../../../flags/with-examples.ts';
import type { LogsOptions } from './run-layering-logs.ts';

export interface LogsActs {
  readonly layeringLogs: Act<[string, LogsOptions]>;
}

/** Adds `layering logs`. */
export function addLogsCommand(layering: Command, { layeringLogs }: LogsActs): void {
  const command = layeringClusterFlags(layering.command('logs <config>'))
    .description('Print the logs of build jobs: the newest job of each architecture, and of the assembly.')
    .option('--arch <name>', 'only of this architecture')
    .option('--assembly', 'only of the job that assembles the image index')
    .option('--job <name>', 'only of this job')
    .option('--previous', 'of the job before the newest; each attempt is a job of its own')
    .option(
      '-f, --follow',
      'go on until the containers end; waits for the build, its jobs and their containers to begin',
    )
    .option('--timeout <duration>', 'with -f: how long to wait for a log to begin (default: 2h)')
    .option('--tail <lines>', 'only the last lines (default: all)');
  withExamples(command, [
    { does: 'follow the build for one architecture', run: 'layering logs worker --arch arm64 --follow' },
  ]).action((config, options) => layeringLogs(config, options));
}
