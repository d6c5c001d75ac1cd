import type { Io } from './io.ts';
import { parseSandboxOptions, type SandboxOptions } from './sandbox/sandbox-options.ts';
import { startSandbox } from './sandbox/start-sandbox.ts';
import { createStepLog } from './sandbox/step-log.ts';
import { aborted, type Stop, stopOnSignals } from './sandbox/stop-signal.ts';

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
