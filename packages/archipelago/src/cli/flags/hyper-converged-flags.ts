import type { Command } from 'commander';
import { factsFlag } from './facts-flag.ts';
import { once } from './once.ts';

/** Adds `-f`, which is required, and `--cluster`. */
export function hyperConvergedFlags(command: Command, what: string): Command {
  return factsFlag(command.requiredOption('-f, --filename <file>', `${what}; - is standard input`, once));
}
