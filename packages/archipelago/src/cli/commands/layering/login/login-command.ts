import type { Command } from 'commander';
import type { Act } from '../../../flags/act.ts';
import { withExamples } from '../../../flags/with-examples.ts';
import type { LoginOptions } from './run-login.ts';

export interface LoginActs {
  readonly login: Act<[LoginOptions]>;
}

/** Adds `layering login`. */
export function addLoginCommand(layering: Command, { login }: LoginActs): void {
  const command = layering
    .command('login')
    .description(
      'Write the logins that some images need into a file, and no others; run by the pods of build jobs.',
    )
    .requiredOption(
      '--authfile <file>',
      'logins for registries, in the form of .dockerconfigjson or .dockercfg',
    )
    .requiredOption('--images <file>', 'the images, one on each line')
    .requiredOption('--to <file>', 'where their logins are written')
    .option('--registries-conf <file>', 'mirrors that the images may come from instead');
  withExamples(command, [
    {
      does: 'in the pod of a build job',
      run: 'layering login --authfile all.json --images images --to config.json',
    },
  ]).action((options) => login(options));
}
