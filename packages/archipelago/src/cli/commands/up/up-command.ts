import { type Command, Option } from 'commander';
import type { Act } from '../../flags/act.ts';
import { once } from '../../flags/once.ts';
import { outputFlag } from '../../flags/output-flag.ts';
import { registryAddressFlags } from '../../flags/registry-address-flags.ts';
import { sandboxFlags } from '../../flags/sandbox-flags.ts';
import { withExamples } from '../../flags/with-examples.ts';
import type { UpOptions } from './up-options.ts';

const usually = 'one for each platform in the state folder; with --once and --scenario none, in memory';

/** Adds `up`. */
export function addUpCommand(program: Command, act: Act<[UpOptions]>): void {
  const command = registryAddressFlags(sandboxFlags(program.command('up'), usually))
    .description('Start an embedded cluster with the operator in it; Ctrl-C ends it.')
    .option('-f, --filename <file>', 'HyperConverged to start with; - is standard input', once)
    .option('--scenario <name>', 'start with a mistake for `archipelago doctor` to find; help lists them')
    .option('--doctor', 'let the operator ask the doctor, and tell what it finds')
    .option(
      '--alert-speed <times>',
      'how many times faster alerts fire and end (how long it has to be so, how far back is looked, how old something has to be), to try runbooks out',
      '1',
    )
    .option('--once', 'exit 0 when the HyperConverged is Available, 1 when it is not in time')
    .option('--timeout <duration>', 'how long --once waits', '60s')
    .option('--metrics-port <port>', 'port of 127.0.0.1 for the metrics of the operator; 0: a free one', '0')
    .addOption(
      new Option(
        '--builds <how>',
        "how images of node pools are built: in play, or by this machine's buildah (as root)",
      )
        .choices(['simulated', 'buildah'])
        .default('simulated'),
    );
  withExamples(outputFlag(command, ['json']), [
    { does: 'a cluster to try things out in', run: 'up' },
    { does: 'the same, and nothing of what was there before', run: 'up --fresh' },
    {
      does: 'see what the doctor finds where no StorageClass is the default',
      run: 'up --scenario no-default-class',
    },
    { does: 'try a HyperConverged on three architectures', run: 'up -f examples/heterogeneous.yaml --once' },
  ]).action((options) => act(options));
}
