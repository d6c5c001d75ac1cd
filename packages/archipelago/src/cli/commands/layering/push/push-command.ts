import type { Command } from 'commander';
import type { Act } from '../../../flags/act.ts';
import { insecureFlag, registryFlags } from '../../../flags/registry-flags.ts';
import { withExamples } from '../../../flags/with-examples.ts';
import type { PushOptions } from './run-push.ts';

export interface PushActs {
  readonly push: Act<[PushOptions]>;
}

/** Adds `layering push`. */
export function addPushCommand(layering: Command, { push }: PushActs): void {
  const command = layering
    .command('push')
    .description(
      'Push an image that lies in a folder, as buildah push dir: leaves it; everything in it is checked first, and nothing is run.',
    )
    .requiredOption('--from <folder>', 'where the image is; its files are not trusted')
    .requiredOption('--target <reference>', 'where it is pushed, with a tag')
    .option('--results <folder>', 'write the digest into a file there');
  withExamples(insecureFlag(registryFlags(command)), [
    {
      does: 'what buildah left in a folder',
      run: 'layering push --from image --target registry.example/os:v1',
    },
  ]).action((options) => push(options));
}
