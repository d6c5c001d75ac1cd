import { type Command, Option } from 'commander';
import type { Io } from './io.ts';

type Exit = (code: number) => void;

/** Their modules load only when used. */
const load = async () => (await import('./live-commands.ts')).liveCommands;

/** Commands for images that pools of nodes are layered with. */
export function addLayeringCommands(program: Command, io: Io, exit: Exit): void {
  const layering = program.command('layering').description('Images that pools of nodes boot from.');
  layering
    .command('assemble')
    .description('Make one image of images for single platforms, and check it before it gets its tag.')
    .requiredOption('--target <reference>', 'where the image will be')
    .requiredOption(
      '--platform <arch[/variant]=reference>',
      'the image for a platform; once for each',
      (each: string, all: readonly string[] = []) => [...all, each],
    )
    .addOption(
      new Option('--format <name>', 'the format the images must have; what they have when left out').choices([
        'oci',
        'docker',
      ]),
    )
    .option('--authfile <file>', 'logins for registries, as docker login writes them')
    .option('--ca-file <file>', 'certificates of authorities that sign for registries, PEM')
    .option('--registries-conf <file>', 'mirrors and insecure registries, as registries.conf has them')
    .option('--insecure', 'plain HTTP, or certificates that are not checked')
    .addOption(new Option('-o, --output <format>', 'machine readable format').choices(['yaml', 'json']))
    .action(async (options) => exit(await (await load()).runAssemble(options, io)));
}
