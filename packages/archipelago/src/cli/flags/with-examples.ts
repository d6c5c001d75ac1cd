import type { Command } from 'commander';

/** A command line without the program's name, and what it is for. */
interface Example {
  readonly does: string;
  readonly run: string;
}

/** Adds examples below the help of a command. */
export function withExamples(command: Command, examples: readonly Example[]): Command {
  return command.addHelpText('after', () => {
    const name = rootOf(command).name();
    return `\nExamples:\n${examples.map(({ does, run }) => `  # ${does}\n  ${name} ${run}\n`).join('\n')}`;
  });
}

/** The program itself, whose name is the one it was called by. */
function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}
