import type { Command } from 'commander';

/** What the end of a command says; wrong use, and a cluster that is not reached, are the same everywhere. */
interface ExitCodes {
  readonly 0: string;
  readonly 1?: string;
}

/** Adds the exit codes below the help of a command. */
export function withExitCodes(command: Command, { 0: zero, 1: one }: ExitCodes): Command {
  const lines = [
    `  0  ${zero}`,
    ...(one === undefined ? [] : [`  1  ${one}`]),
    '  2  wrong use',
    '  3  the cluster or the registry was not reached',
  ];
  return command.addHelpText('after', `\nExit codes:\n${lines.join('\n')}`);
}
