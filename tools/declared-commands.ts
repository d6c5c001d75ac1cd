import type { Command } from 'commander';
import { actsFor } from '../packages/archipelago/src/cli/acts-for.ts';
import { commandLine } from '../packages/archipelago/src/cli/command-line.ts';
import { processIo } from '../packages/archipelago/src/cli/process/process-io.ts';

/** The program as it is declared, to be read: nothing of it is run. */
export function declaredCommands(): Command {
  const io = processIo();
  return commandLine(
    '',
    actsFor(io, async () => undefined),
    { ...io, calledAs: 'archipelago' },
  );
}
