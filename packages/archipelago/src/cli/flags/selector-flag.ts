import type { Command } from 'commander';

/** Adds `-l`; `whose` says of what labels are meant. */
export function selectorFlag(command: Command, whose: string): Command {
  return command.option('-l, --selector <labels>', `only those with these labels ${whose}, such as a=b,!c`);
}
