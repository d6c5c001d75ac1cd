import { type Command, Option } from 'commander';
import type { Io } from './io.ts';

type Exit = (code: number) => void;

/** Their modules load only when used. */
const load = async () => (await import('./live-commands.ts')).liveCommands;

/** Commands that ask a cluster or registries once. */
export function addLiveCommands(program: Command, io: Io, exit: Exit): void {
  addPlan(program, io, exit);
  const images = formatted(cluster(program.command('images')))
    .description('Print what has become of each golden image on each architecture.')
    .action(async (options) => exit(await (await load()).runImages(options, io)));
  formatted(registries(images.command('inspect <reference>')))
    .description('Print the platforms of an image in a registry.')
    .option('--insecure', 'plain HTTP, or certificates that are not checked')
    .action(async (reference, _, command: Command) =>
      exit(await (await load()).runInspect(reference, command.optsWithGlobals(), io)),
    );
  formatted(registries(cluster(images.command('doctor'))))
    .description('Print what does not fit together: annotations, registries, boot sources, machines, nodes.')
    .action(async (_, command: Command) =>
      exit(await (await load()).runDoctor(command.optsWithGlobals(), io)),
    );
}

function addPlan(program: Command, io: Io, exit: Exit): void {
  formatted(registries(cluster(program.command('plan'))))
    .description('Print what the operator would do, and why, before anybody lets it.')
    .option(
      '-f, --filename <file>',
      'HyperConverged to plan for; the stored one when left out; - is standard input',
    )
    .option(
      '--set <path=value>',
      'a field to plan with; several times if need be',
      (each: string, all: readonly string[] = []) => [...all, each],
    )
    .option('--cluster <file>', 'facts about a cluster, YAML or JSON, instead of a cluster')
    .action(async (options) => exit(await (await load()).runPlan(options, io)));
}

function cluster(command: Command): Command {
  return command
    .option('--kubeconfig <file>', 'kubeconfig; KUBECONFIG, ~/.kube/config, then the pod when left out')
    .option('--context <name>', 'context of the kubeconfig; the current one when left out')
    .option('-n, --namespace <name>', 'namespace of the HyperConverged; found when left out');
}

function registries(command: Command): Command {
  return command
    .option('--authfile <file>', 'logins for registries, as docker login writes them')
    .option('--ca-file <file>', 'certificates of authorities that sign for registries, PEM')
    .option('--registries-conf <file>', 'mirrors and insecure registries, as registries.conf has them');
}

function formatted(command: Command): Command {
  return command.addOption(
    new Option('-o, --output <format>', 'machine readable format').choices(['yaml', 'json']),
  );
}
