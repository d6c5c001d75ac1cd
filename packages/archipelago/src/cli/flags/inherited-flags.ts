import type { Command } from 'commander';

const inherited = new WeakMap<Command, ReadonlySet<string>>();

/** Says which flags of the commands above a sub-command reads, by their attributes; of others it takes no notice. */
export function inheritFlags(command: Command, ...attributes: readonly string[]): Command {
  inherited.set(command, new Set(attributes));
  return command;
}

/** The flags of the commands above that it reads, by their attributes. */
export function inheritedFlags(command: Command): ReadonlySet<string> {
  return inherited.get(command) ?? new Set();
}
