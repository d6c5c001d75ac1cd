import type { Command } from 'commander';

/** Adds `--cluster`: a file with facts instead of a cluster. */
export function factsFlag(command: Command): Command {
  return command.option('--cluster <file>', 'facts about a cluster, YAML or JSON, instead of a live cluster');
}
