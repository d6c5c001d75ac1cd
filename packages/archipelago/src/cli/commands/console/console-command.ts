import type { Command } from 'commander';
import type { Act } from '../../flags/act.ts';
import { snapshotFlag } from '../../flags/cluster-flags.ts';
import { collect } from '../../flags/collect.ts';
import { layeringClusterFlags } from '../../flags/layering-cluster-flags.ts';
import { registryAddressFlags } from '../../flags/registry-address-flags.ts';
import { withExamples } from '../../flags/with-examples.ts';
import { withExitCodes } from '../../flags/with-exit-codes.ts';
import type { ConsoleOptions } from './run-console.ts';

/** Adds `console`. */
export function addConsoleCommand(program: Command, act: Act<[ConsoleOptions]>): void {
  const command = program
    .command('console')
    .description(
      'Serve the console on this machine, with the rights of the kubeconfig, until Ctrl-C; or in a cluster, to many, each with his own.',
    )
    .option('--port <number>', 'port on loopback (default: a free one)');
  snapshotFlag(layeringClusterFlags(command));
  sharedFlags(command);
  withExitCodes(command, { 0: 'ended by Ctrl-C, or by SIGTERM' });
  withExamples(command, [
    { does: 'open the link that is printed; it counts once', run: 'console' },
    { does: 'of a cluster as it was', run: 'console --snapshot ./cluster' },
    {
      does: 'in a cluster, for everybody who has a token of it',
      run: 'console --in-cluster --host console.example.com --cert-path /tls',
    },
  ]).action((options) => act(options));
}

function sharedFlags(command: Command): void {
  command
    .option(
      '--in-cluster',
      'serve many: each logs in with a token of his own, and nothing is done with another login',
    )
    .option(
      '--host <name>',
      'with --in-cluster: what browsers call it, HOST or HOST:PORT; can be repeated',
      collect,
    )
    .option('--bind-address <address>', 'with --in-cluster: where it listens (default: :8443)')
    .option(
      '--cert-path <folder>',
      'with --in-cluster: folder with tls.crt and tls.key; new ones are taken as they come',
    )
    .option(
      '--tls-by-proxy',
      'with --in-cluster: speak plain HTTP to a proxy in front, which speaks TLS to browsers',
    )
    .option(
      '--login-by-proxy',
      'with --in-cluster: take tokens that a proxy in front passes on (Authorization: Bearer, or X-Forwarded-Access-Token); nobody pastes one',
    );
  registryAddressFlags(command);
}
