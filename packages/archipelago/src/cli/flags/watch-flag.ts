import type { Command } from 'commander';

/** Adds `-w`. */
export function watchFlag(command: Command): Command {
  return command.option('-w, --watch', 'print it again whenever it changes, until Ctrl-C');
}
