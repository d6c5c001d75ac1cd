import type { Command } from 'commander';

/**
 * `help` of a command at any depth, which commander understands at the first only, as `--help` of it. What follows a command that takes
 * names is no command; a word that is none at all is left to be refused.
 */
export function askedHelp(program: Command, argv: readonly string[]): readonly string[] {
  const [first, ...words] = argv;
  if (first !== 'help' || words.length === 0) return argv;
  let command = program;
  for (const [index, word] of words.entries()) {
    const next = command.commands.find((each) => each.name() === word);
    if (next === undefined)
      return command.registeredArguments.length > 0
        ? [...words.slice(0, index), '--help']
        : words.slice(0, index + 1);
    command = next;
  }
  return [...words, '--help'];
}
