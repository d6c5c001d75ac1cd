import { type Command, Option } from 'commander';
import type { Io } from './io.ts';

type Exit = (code: number) => void;

/** Their modules load only when used. */
const load = async () => (await import('./live-commands.ts')).liveCommands;

/** Commands that ask a cluster how its layered images stand, or have something done about them. */
export function addLayeringLiveCommands(layering: Command, io: Io, exit: Exit): void {
  formatted(cluster(layering.command('status [config]')))
    .description(
      'Print how images, builds and nodes stand, and what is wrong; all configs when none is named.',
    )
    .action(async (config, options) => exit(await (await load()).runLayeringStatus(config, options, io)));
  addPlan(layering, io, exit);
  cluster(layering.command('logs <config>'))
    .description('Print what build jobs say: the newest of each architecture, and of the assembly.')
    .option('--arch <name>', 'only of this architecture')
    .option('--assembly', 'only of the job that puts the images together')
    .option('--job <name>', 'only of this job')
    .option('--previous', 'of the job before the newest: a job is not run twice, each try has its own')
    .option('-f, --follow', 'until the containers end; waits for those that have not begun')
    .option('--tail <lines>', 'so many of the last lines; all when left out')
    .action(async (config, options) => exit(await (await load()).runLayeringLogs(config, options, io)));
  requesting(layering.command('retry <config>'))
    .description('Build what has failed once more; images that are there are used again.')
    .action(async (config, options) => exit(await (await load()).runLayeringRetry(config, options, io)));
  requesting(layering.command('rebuild <config>'))
    .description('Build images although nothing has changed.')
    .action(async (config, options) => exit(await (await load()).runLayeringRebuild(config, options, io)));
}

function requesting(command: Command): Command {
  return formatted(cluster(command))
    .option('--arch <name>', 'only of this architecture; several times if need be', collect)
    .addOption(
      new Option(
        '--wait [event]',
        'until the build has begun, or has ended (what it is without a word)',
      ).choices(['begin', 'end']),
    )
    .option('--timeout <duration>', 'how long to wait; 2h when left out');
}

function addPlan(layering: Command, io: Io, exit: Exit): void {
  formatted(registries(cluster(layering.command('plan [config]'))))
    .description('Print which images would be built or used again, and why; nothing is written.')
    .option('-f, --filename <file>', 'MachineOSConfig to plan for; the stored one when left out')
    .option('--set <path=value>', 'a field to plan with; several times if need be', collect)
    .option('--cluster <file>', 'objects as kubectl get -o yaml prints them, instead of a cluster')
    .action(async (config, options) => exit(await (await load()).runLayeringPlan(config, options, io)));
}

function collect(each: string, all: readonly string[] = []): readonly string[] {
  return [...all, each];
}

function registries(command: Command): Command {
  return command
    .option('--authfile <file>', "logins for registries, instead of those of the config's secrets")
    .option('--ca-file <file>', 'certificates of authorities that sign for registries, PEM')
    .option('--registries-conf <file>', 'mirrors and insecure registries, as registries.conf has them')
    .option('--insecure', 'plain HTTP, or certificates that are not checked');
}

function cluster(command: Command): Command {
  return command
    .option('--kubeconfig <file>', 'kubeconfig; KUBECONFIG, ~/.kube/config, then the pod when left out')
    .option('--context <name>', 'context of the kubeconfig; the current one when left out')
    .option('-n, --namespace <name>', "the operator's namespace, where jobs run; found when left out");
}

function formatted(command: Command): Command {
  return command.addOption(
    new Option('-o, --output <format>', 'machine readable format').choices(['yaml', 'json']),
  );
}
