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
  cluster(layering.command('logs <config>'))
    .description('Print what build jobs say: the newest of each architecture, and of the assembly.')
    .option('--arch <name>', 'only of this architecture')
    .option('--assembly', 'only of the job that puts the images together')
    .option('--job <name>', 'only of this job')
    .option('--previous', 'of the job before the newest: a job is not run twice, each try has its own')
    .option('-f, --follow', 'until the containers end; waits for those that have not begun')
    .option('--tail <lines>', 'so many of the last lines; all when left out')
    .action(async (config, options) => exit(await (await load()).runLayeringLogs(config, options, io)));
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
