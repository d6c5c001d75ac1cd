import type { Command } from 'commander';

/** Adds the flags about the log. */
export function logFlags(command: Command): Command {
  return command
    .option(
      '--log-level <levels>',
      'debug, info, warn or error, and those of components: info,layering=debug (default: info)',
    )
    .option(
      '--log-level-file <file>',
      'where levels are while the operator runs, as in --log-level; read again when it changes',
    )
    .option('--log-format <format>', 'json or text (default: text on a terminal, else json)');
}
