import type { Command } from 'commander';
import { snapshotFlag } from './cluster-flags.ts';

/** Adds `--cluster` and `--snapshot`: a file with facts, or a folder with objects, instead of a cluster. */
export function factsFlag(command: Command): Command {
  return snapshotFlag(
    command.option('--cluster <file>', 'facts about a cluster, YAML or JSON, instead of a live cluster'),
  );
}
