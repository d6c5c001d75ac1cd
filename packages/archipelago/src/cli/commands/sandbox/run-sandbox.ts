import type { Io } from '../../process/io.ts';
import { createStepLog } from '../../process/step-log.ts';
import { aborted, type Stop, stopOnSignals } from '../../process/stop-signal.ts';
import { parseSandboxOptions, type SandboxOptions } from './sandbox-options.ts';
import { startSandbox } from './start-sandbox.ts';

/** Runs the embedded cluster alone until Ctrl-C; prints `ready kubeconfig=<path>` on standard output. */
export async function runSandbox(options: SandboxOptions, io: Io, given?: Stop): Promise<number> {
  const plan = parseSandboxOptions(options, process.env);
  const log = createStepLog(io.err, () => performance.now(), io.color);
  const stop = given ?? stopOnSignals(() => log.step('stopping; Ctrl-C again ends at once'));
  try {
    const sandbox = await startSandbox(plan, log);
    io.out(`ready kubeconfig=${sandbox.kubeconfig}\n`);
    await aborted(stop.signal);
    await sandbox.stop();
    return 0;
  } finally {
    stop.dispose();
  }
}
