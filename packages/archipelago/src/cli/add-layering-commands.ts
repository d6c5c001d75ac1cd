import { type Command, Option } from 'commander';
import { addLayeringLiveCommands } from './add-layering-live-commands.ts';
import type { Io } from './io.ts';

type Exit = (code: number) => void;

/** Their modules load only when used. */
const load = async () => (await import('./live-commands.ts')).liveCommands;

/** Commands for images that pools of nodes are layered with. */
export function addLayeringCommands(program: Command, io: Io, exit: Exit): void {
  const layering = program.command('layering').description('Images that pools of nodes boot from.');
  addLayeringLiveCommands(layering, io, exit);
  const assemble = layering
    .command('assemble')
    .description('Make one image of images for single platforms, and check it before it gets its tag.')
    .requiredOption('--target <reference>', 'where the image will be')
    .requiredOption(
      '--platform <arch[/variant]=reference>',
      'the image for a platform; once for each',
      collect,
    )
    .option('--base <arch=digest>', 'what the image for a platform must have been built from', collect)
    .addOption(
      choice('--format <name>', 'the format the images must have; what they have when left out', [
        'oci',
        'docker',
      ]),
    )
    .addOption(choice('--publish <what>', 'an index, or the only image as it is', ['index', 'manifest']))
    .option('--child-tags', 'tag each image, too: TAG-ARCH; for registries that collect what has no tag')
    .option(
      '--results <folder>',
      'leave the digest there, or the reason why there is none, as files; then the exit code is 0',
    )
    .option('--source-authfile <file>', 'logins for where the images are; those of --authfile when left out');
  registries(assemble)
    .addOption(choice('-o, --output <format>', 'machine readable format', ['yaml', 'json']))
    .action(async (options) => exit(await (await load()).runAssemble(options, io)));
  layering
    .command('report')
    .description('Write the files of a folder into a ConfigMap; for the pods of jobs.')
    .requiredOption('--config-map <name>', 'the ConfigMap, which goes with the job of JOB_UID')
    .requiredOption('--from <folder>', 'where the files are')
    .option('--kubeconfig <file>', 'kubeconfig; KUBECONFIG, ~/.kube/config, then the pod when left out')
    .option('--context <name>', 'context of the kubeconfig; the current one when left out')
    .option('-n, --namespace <name>', 'of the ConfigMap; that of the kubeconfig or the pod when left out')
    .action(async (options) => exit(await (await load()).runReport(options, io)));
}

function collect(each: string, all: readonly string[] = []): readonly string[] {
  return [...all, each];
}

function choice(flags: string, description: string, values: readonly string[]): Option {
  return new Option(flags, description).choices(values);
}

function registries(command: Command): Command {
  return command
    .option('--authfile <file>', 'logins for registries, as docker login writes them')
    .option('--ca-file <file>', 'certificates of authorities that sign for registries, PEM')
    .option('--registries-conf <file>', 'mirrors and insecure registries, as registries.conf has them')
    .option('--insecure', 'plain HTTP, or certificates that are not checked');
}
