import type { Command } from 'commander';
import type { Act } from '../../flags/act.ts';
import { sandboxFlags } from '../../flags/sandbox-flags.ts';
import { withExamples } from '../../flags/with-examples.ts';
import type { SandboxClockOptions } from './run-sandbox-clock.ts';
import type { SandboxRestoreOptions } from './run-sandbox-restore.ts';
import type { SandboxSnapshotOptions } from './run-sandbox-snapshot.ts';
import type { SandboxOptions } from './sandbox-options.ts';

export interface SandboxActs {
  readonly sandbox: Act<[SandboxOptions]>;
  readonly sandboxSnapshot: Act<[string, SandboxSnapshotOptions]>;
  readonly sandboxRestore: Act<[string, SandboxRestoreOptions]>;
  readonly sandboxClock: Act<[string | undefined, SandboxClockOptions]>;
}

/** Adds `sandbox` and `sandbox snapshot`, `restore` and `clock`. */
export function addSandboxCommand(program: Command, acts: SandboxActs): void {
  const command = sandboxFlags(program.command('sandbox'), 'none, in memory').description(
    'Start the embedded cluster alone; Ctrl-C ends it.',
  );
  withExamples(command, [
    { does: 'a cluster with workers of two architectures', run: 'sandbox --nodes amd64=3,arm64=2' },
    { does: 'one that is there again the next time', run: 'sandbox --data-dir ./cluster' },
  ]).action((options) => acts.sandbox(options));
  addSnapshot(command, acts);
  addRestore(command, acts);
  addClock(command, acts);
}

function addSnapshot(sandbox: Command, acts: SandboxActs): void {
  const command = sandbox
    .command('snapshot')
    .argument('<file>', 'where it is written; must not exist')
    .description(
      'Write a whole embedded cluster into one file, Secrets included; restore makes the same cluster of it. (archipelago snapshot is something else: it reads from any cluster what commands look at, without Secrets, to look at it later.)',
    );
  administratorFlags(command)
    .option('--data-dir <folder>', 'of a cluster that does not run, instead')
    .option('--name <name>', 'the same, in the state folder')
    .option('--no-secrets', 'leave out the values of Secrets, to show it to others');
  withExamples(command, [
    { does: 'the cluster that runs, for a bug report', run: 'sandbox snapshot cluster.jsonl --no-secrets' },
    { does: 'one that has ended', run: 'sandbox snapshot cluster.jsonl --data-dir ./cluster' },
  ]).action((file, _, own: Command) => acts.sandboxSnapshot(file, own.optsWithGlobals()));
}

function addRestore(sandbox: Command, acts: SandboxActs): void {
  const command = sandbox
    .command('restore')
    .argument('<file>', 'what sandbox snapshot wrote')
    .description('Make a folder for sandbox or up out of a file. The cluster gets credentials of its own.')
    .option('--data-dir <folder>', 'must not exist, or be empty')
    .option('--name <name>', 'in the state folder, instead');
  withExamples(command, [
    { does: 'a cluster of somebody else', run: 'sandbox restore cluster.jsonl --data-dir ./theirs' },
  ]).action((file, _, own: Command) => acts.sandboxRestore(file, own.optsWithGlobals()));
}

function addClock(sandbox: Command, acts: SandboxActs): void {
  const command = sandbox
    .command('clock')
    .argument('[advance]', 'how far it is moved on: +25h, +90m, +3d12h')
    .description(
      'Print the time of the embedded cluster that runs (up or sandbox), or move it on: schedules, expiries and other waits of the cluster, of the simulated world and of the operator in it come due. It never goes back.',
    );
  withExamples(administratorFlags(command), [
    { does: 'what time it is there', run: 'sandbox clock' },
    { does: 'the same cluster a day and an hour later', run: 'sandbox clock +25h' },
  ]).action((advance, options) => acts.sandboxClock(advance, options));
}

/** Whose login the embedded cluster that runs asks for. */
function administratorFlags(command: Command): Command {
  return command
    .option(
      '--kubeconfig <file>',
      'of an administrator of the cluster that runs (default: KUBECONFIG, ~/.kube/config)',
    )
    .option('--context <name>', 'context of the kubeconfig (default: its current context)');
}
