import { CommanderError } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { actsFor } from './acts-for.ts';
import { askedHelp } from './asked-help.ts';
import { isUnreachable } from './cluster/unreachable-error.ts';
import { commandLine } from './command-line.ts';
import { type FindWords, runComplete } from './commands/completion/run-complete.ts';
import { type Io, isUsageError } from './process/io.ts';
import { processIo } from './process/process-io.ts';
import { visibleIo } from './process/visible-io.ts';

/** Runs one command line (without node and script); returns the exit code: 0 fine, 1 findings, 2 wrong use, 3 cluster not reachable. */
export async function main(argv: readonly string[], given: Io = processIo()): Promise<number> {
  const io = visibleIo(given);
  let exitCode = 0;
  const acts = actsFor(io, async (running) => {
    exitCode = await running;
  });
  const program = commandLine(packageJson.version, acts, io);
  const words = wordsToComplete(argv, io.calledAs);
  if (words !== undefined) return runComplete(program, words, { findWords, io });
  try {
    await program.parseAsync([...askedHelp(program, argv)], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!isUsageError(error) && !isUnreachable(error)) throw error;
    io.err(`archipelago: ${error.message}\n`);
    return isUsageError(error) ? 2 : 3;
  }
}

const findWords: FindWords = async (...args) =>
  (await import('./live-commands.ts')).liveCommands.findWords(...args);

/** Asked by the scripts of `completion`, and by kubectl for its plugin, which calls a file of this name. */
function wordsToComplete(argv: readonly string[], calledAs = ''): readonly string[] | undefined {
  if (/^(?:kubectl|oc)_complete-archipelago$/.test(calledAs)) return argv;
  return argv[0] === '__complete' ? argv.slice(1) : undefined;
}
