import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { systemClock } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { Command } from 'commander';
import type { OwnCommand, RunOwnCommand } from '../../../simulation/actors/jobs/simulated-build-runner.ts';
import { type Io, isUsageError } from '../../process/io.ts';
import { addAssembleCommand } from '../layering/assemble/assemble-command.ts';
import { runAssemble } from '../layering/assemble/run-assemble.ts';
import { addLoginCommand } from '../layering/login/login-command.ts';
import { runLogin } from '../layering/login/run-login.ts';
import { addPushCommand } from '../layering/push/push-command.ts';
import { runPush } from '../layering/push/run-push.ts';
import { runReport } from '../layering/report/run-report.ts';

const wrongUse = 2;

/** Runs what the pods of layering jobs ask of our own image in this process; reports are written by `client`. */
export function createRunOwnCommand(client: KubernetesClient): RunOwnCommand {
  return async (command) => {
    const io = ioOf(command);
    try {
      const [group, name] = command.args;
      return group === 'layering' && name === 'report'
        ? await report(client, command, io)
        : await ofRegistries(command, io);
    } catch (error) {
      io.err(`archipelago: ${error instanceof Error ? error.message : String(error)}\n`);
      return isUsageError(error) ? wrongUse : 1;
    }
  };
}

function ioOf({ say }: OwnCommand): Io {
  return { out: say, err: say, read: (path) => readFile(path, 'utf8'), color: false };
}

async function report(
  client: KubernetesClient,
  { args, environment, namespace }: OwnCommand,
  io: Io,
): Promise<number> {
  const { values } = parseArgs({
    args: args.slice(2),
    options: { 'config-map': { type: 'string' }, from: { type: 'string' }, namespace: { type: 'string' } },
  });
  const { 'config-map': configMap = '', from = '', namespace: named = namespace } = values;
  // it goes on being used
  const shared = { ...client, close: () => undefined };
  const connect = async () => ({ client: shared, namespace });
  const means = { environment, clock: systemClock, connect };
  return await runReport({ configMap, from, namespace: named }, io, means);
}

/** What asks registries or prepares for that, and no cluster. */
async function ofRegistries({ args }: OwnCommand, io: Io): Promise<number> {
  let exitCode = wrongUse;
  const program = new Command('archipelago')
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err });
  const layering = program.command('layering');
  const acting =
    <Options>(run: (options: Options, io: Io) => Promise<number>) =>
    async (options: Options) => {
      exitCode = await run(options, io);
    };
  addAssembleCommand(layering, { assemble: acting(runAssemble) });
  addLoginCommand(layering, { login: acting(runLogin) });
  addPushCommand(layering, { push: acting(runPush) });
  await program.parseAsync(args, { from: 'user' });
  return exitCode;
}
