import type { Command } from 'commander';

/** Adds `-v`: it becomes who hears each request to the server, and prints it where the command prints errors. */
export function verboseFlag(command: Command): Command {
  return command
    .option('-v, --verbose', 'print each request to the server on standard error')
    .on('option:verbose', () => {
      const { writeErr } = command.configureOutput();
      command.setOptionValue('verbose', (line: string) => writeErr?.(`${line}\n`));
    });
}
