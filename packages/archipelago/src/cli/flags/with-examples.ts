import type { Command } from 'commander';

/** A command line without the program's name, and what it is for. */
interface Example {
  readonly does: string;
  readonly run: string;
}

/** Adds examples below the help of a command. */
export function withExamples(command: Command, examples: readonly Example[]): Command {
  const lines = examples.map(({ does, run }) => `  # ${does}\n  archipelago ${run}\n`);
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}
