import { Command, CommanderError, Option } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { addLayeringCommands } from './add-layering-commands.ts';
import { addLiveCommands } from './add-live-commands.ts';
import { isUnreachable } from './cluster/unreachable-error.ts';
import { type Io, isUsageError } from './io.ts';
import { processIo } from './process-io.ts';

const outputs = ['yaml', 'json'];
const platforms = ['kubernetes', 'openshift'];
const importers = ['auto', 'builtin', 'ssp'];

/** Runs one command line (without node and script); returns the exit code: 0 fine, 1 findings, 2 wrong use, 3 cluster not reachable. */
export async function main(argv: readonly string[], io: Io = processIo()): Promise<number> {
  let exitCode = 0;
  const program = commands(io, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!isUsageError(error) && !isUnreachable(error)) throw error;
    io.err(`archipelago: ${error.message}\n`);
    return isUsageError(error) ? 2 : 3;
  }
}

function commands(io: Io, exit: (code: number) => void): Command {
  const program = new Command('archipelago')
    .description('Virtualization on Kubernetes clusters of several CPU architectures.')
    .version(packageJson.version)
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .showHelpAfterError('(see archipelago --help)');
  const withFile = (command: Command, what: string): Command =>
    command
      .requiredOption('-f, --filename <file>', `${what}; - is standard input`)
      .option('--cluster <file>', 'facts about the cluster, YAML or JSON');
  withFile(program.command('render'), 'HyperConverged to render')
    .description('Print the operands a HyperConverged comes to, without a cluster.')
    .addOption(new Option('-o, --output <format>', 'format').choices(outputs).default('yaml'))
    .option('--why', 'comment each value that is not baseline with its cause')
    .option('--strict', 'refuse unknown fields instead of dropping them')
    .action(async (options) => exit(await (await import('./render.ts')).runRender(options, io)));
  withFile(program.command('validate'), 'HyperConverged to check')
    .description('Check a HyperConverged as the API server and the webhook would.')
    .option('--old <file>', 'the HyperConverged as it is now, for an update')
    .addOption(
      new Option('--operation <name>', 'what is about to happen').choices(['create', 'update', 'delete']),
    )
    .addOption(new Option('-o, --output <format>', 'machine readable format').choices(['json']))
    .option('--strict', 'unknown fields are refused (they are reported in any case)')
    .action(async (options) => exit(await (await import('./validate.ts')).runValidate(options, io)));
  explainCommand(program, io, exit);
  manifestsCommand(program, io, exit);
  addLiveCommands(program, io, exit);
  addLayeringCommands(program, io, exit);
  clusterCommands(program, io, exit);
  return program;
}

function explainCommand(program: Command, io: Io, exit: (code: number) => void): void {
  program
    .command('explain <path>')
    .description(
      'Explain a setting (spec.evictionStrategy) or where an operand field comes from (KubeVirt.spec.…).',
    )
    .option('-f, --filename <file>', 'HyperConverged to explain the field for; the defaults when left out')
    .option('--cluster <file>', 'facts about the cluster, YAML or JSON')
    .addOption(new Option('-o, --output <format>', 'machine readable format').choices(['json']))
    .action(async (path, options) =>
      exit(await (await import('./explain.ts')).runExplain(path, options, io)),
    );
}

function manifestsCommand(program: Command, io: Io, exit: (code: number) => void): void {
  program
    .command('manifests')
    .description(
      'Print what an administrator applies to install the operator: its definition, account and permissions.',
    )
    .option('-n, --namespace <name>', "the operator's namespace; the platform's usual one when left out")
    .addOption(
      new Option('--platform <name>', 'what the cluster is').choices(platforms).default('kubernetes'),
    )
    .addOption(goldenImagesOption())
    .option('--image <reference>', 'image of archipelago: adds a Deployment that runs the operator')
    .option('--layering-builder <image>', layeringBuilder)
    .addOption(new Option('-o, --output <format>', 'format').choices(outputs).default('yaml'))
    .action(async (options) => exit(await (await import('./manifests.ts')).runManifests(options, io)));
}

const layeringBuilder = 'image with buildah, for every architecture: turns on-cluster layering on';

function goldenImagesOption(): Option {
  return new Option('--golden-images <who>', 'who makes boot sources; auto: SSP where it is installed')
    .choices(importers)
    .default('auto');
}

/** Commands that start something; their modules are heavy and load only when used. */
function clusterCommands(program: Command, io: Io, exit: (code: number) => void): void {
  const sandboxOptions = (command: Command): Command =>
    command
      .option('--port <number>', 'port of the API server; a free one when left out')
      .option('--kubeconfig-out <file>', 'where the kubeconfig goes')
      .option('--nodes <list>', 'simulated workers, e.g. amd64=3,arm64=2')
      .addOption(new Option('--platform <name>', 'what the cluster looks like').choices(platforms));
  sandboxOptions(program.command('up'))
    .description('Start an embedded cluster with the operator in it; Ctrl-C ends it.')
    .option('-f, --filename <file>', 'HyperConverged to start with; - is standard input')
    .option('--once', 'exit 0 when the HyperConverged is Available, 1 when it is not in time')
    .option('--timeout <duration>', 'how long --once waits', '60s')
    .addOption(new Option('-o, --output <format>', 'machine readable summary').choices(['json']))
    .action(async (options) =>
      exit(await (await import('./cluster-commands.ts')).clusterCommands.runUp(options, io)),
    );
  operatorCommand(program, io, exit);
  sandboxOptions(program.command('sandbox'))
    .description('Start the embedded cluster alone; Ctrl-C ends it.')
    .action(async (options) =>
      exit(await (await import('./cluster-commands.ts')).clusterCommands.runSandbox(options, io)),
    );
}

function operatorCommand(program: Command, io: Io, exit: (code: number) => void): void {
  program
    .command('operator')
    .description('Run the operator against the cluster of a kubeconfig, or of the pod it runs in.')
    .option('--kubeconfig <file>', 'kubeconfig; KUBECONFIG, ~/.kube/config, then the pod when left out')
    .option('--context <name>', 'context of the kubeconfig; the current one when left out')
    .option('-n, --namespace <name>', "the operator's namespace; OPERATOR_NAMESPACE when left out")
    .addOption(goldenImagesOption())
    .option('--layering-builder <image>', layeringBuilder)
    .option('--layering-image <image>', 'image of archipelago, for jobs that assemble and report')
    .option('--layering-jobs <number>', 'build jobs at the same time in the whole cluster')
    .option('--registries-conf <file>', 'mirrors and insecure registries, as registries.conf has them')
    .option('--authfile <file>', 'logins for registries, as docker login writes them')
    .option('--ca-file <file>', 'certificates of authorities that sign for registries, PEM')
    .option('--no-leader-elect', 'lead without asking: for one replica at most')
    .option('--metrics-port <number>', 'port of /metrics, /healthz and /readyz')
    .option('--metrics-host <address>', 'address they listen on; loopback only when left out')
    .option('--log-level <level>', 'debug, info, warn or error')
    .action(async (options) =>
      exit(await (await import('./operator-command.ts')).operatorCommand.runOperator(options, io)),
    );
}
