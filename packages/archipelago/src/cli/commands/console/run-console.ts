import type { Console } from '../../../console/start-console.ts';
import { connect } from '../../cluster/connect.ts';
import type { LayeringClusterOptions } from '../../flags/layering-cluster-flags.ts';
import { parseNamespace } from '../../flags/parse-namespace.ts';
import { parsePort } from '../../flags/parse-port.ts';
import { codeOf } from '../../process/file-problem.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { aborted, type Stop, stopOnSignals } from '../../process/stop-signal.ts';
import { runSharedConsole } from './run-shared-console.ts';
import { serveConsole } from './serve-console.ts';
import { type SharedConsoleFlags, sharedConsoleChoices } from './shared/shared-console-choices.ts';

export interface ConsoleOptions extends LayeringClusterOptions, SharedConsoleFlags {
  readonly port?: string;
}

/** Serves the console until Ctrl-C; prints its link on standard output. */
export async function runConsole(options: ConsoleOptions, io: Io, given?: Stop): Promise<number> {
  const shared = sharedConsoleChoices(options);
  refuseNamespaces(options);
  if (shared !== undefined) return runSharedConsole(shared, options, io, given);
  const port = parsePort(options.port ?? '0');
  // a cluster that is away is told on the page, and may come back; what names none is refused at once
  (await connect(options)).close();
  const served = await startAt(port, options, io);
  const stop = given ?? stopOnSignals(() => io.err('stopping; Ctrl-C again ends at once\n'));
  try {
    io.out(`${served.link}\n`);
    io.err('open this link in a browser of this machine, within ten minutes; it counts once\n');
    await aborted(stop.signal);
    await served.stop();
    return 0;
  } finally {
    stop.dispose();
  }
}

/** Pages would tell it to people who have typed no flag. */
function refuseNamespaces({ namespace, layeringNamespace }: ConsoleOptions): void {
  if (namespace !== undefined) parseNamespace('--namespace', namespace);
  if (layeringNamespace !== undefined) parseNamespace('--layering-namespace', layeringNamespace);
}

async function startAt(port: number, options: ConsoleOptions, io: Io): Promise<Console> {
  try {
    return await serveConsole(port, options, io);
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE')
      throw new UsageError(`--port ${port}: something else listens there; choose another, or 0 for any`);
    if (codeOf(error) === 'EACCES')
      throw new UsageError(`--port ${port}: needs more rights than you have; choose one from 1024 on`);
    throw error;
  }
}
