import { type Command, Option } from 'commander';
import type { Act } from '../../../flags/act.ts';
import { collect } from '../../../flags/collect.ts';
import { outputFlag } from '../../../flags/output-flag.ts';
import { insecureFlag, registryFlags } from '../../../flags/registry-flags.ts';
import { withExamples } from '../../../flags/with-examples.ts';
import type { AssembleOptions } from './run-assemble.ts';

export interface AssembleActs {
  readonly assemble: Act<[AssembleOptions]>;
}

/** Adds `layering assemble`. */
export function addAssembleCommand(layering: Command, { assemble }: AssembleActs): void {
  const command = layering
    .command('assemble')
    .description(
      'Assemble images for single platforms into one image index; it is checked before it is tagged.',
    )
    .requiredOption('--target <reference>', 'where the image index is pushed')
    .requiredOption(
      '--platform <arch[/variant]=reference>',
      'the image for a platform; repeat it for each platform',
      collect,
    )
    .option('--base <arch=digest>', 'the image that a platform must have been built from', collect)
    .addOption(
      new Option('--format <name>', 'format that the images must have (default: the one they have)').choices([
        'oci',
        'docker',
      ]),
    )
    .addOption(
      new Option('--publish <what>', 'an index, or a single image as it is').choices(['index', 'manifest']),
    )
    .option('--child-tags', 'tag each image, too: TAG-ARCH; for registries that delete what has no tag')
    .option(
      '--results <folder>',
      'write the digest, or the reason of the failure, into files there; the exit code is then 0',
    )
    .option('--source-authfile <file>', 'logins for the registries of the images (default: --authfile)');
  withExamples(outputFlag(insecureFlag(registryFlags(command))), [
    {
      does: 'one image of two',
      run: 'layering assemble --target registry.example/os:v1 --platform amd64=registry.example/os:v1-amd64 --platform arm64=registry.example/os:v1-arm64',
    },
  ]).action((options) => assemble(options));
}
