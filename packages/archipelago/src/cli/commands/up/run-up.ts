import { parseTimeout } from '../../flags/parse-timeout.ts';
import { createClosers } from '../../process/closers.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { createStepLog } from '../../process/step-log.ts';
import { type Stop, stopOnSignals } from '../../process/stop-signal.ts';
import { usualPlace } from '../sandbox/kept-place.ts';
import { parseSandboxOptions, type SandboxPlan } from '../sandbox/sandbox-options.ts';
import { parseBuilds } from './choose-build-runner.ts';
import { chooseScenario, listScenarios } from './choose-scenario.ts';
import { loadRequest } from './load-request.ts';
import { runCluster } from './run-cluster.ts';
import { parseAlertSpeed, parseMetricsPort, parseOutput, type UpOptions } from './up-options.ts';

/**
 * Brings up an embedded cluster with a HyperConverged and the operator in it, and keeps it until Ctrl-C.
 * 0: ended cleanly, with `--once` Available; 1: not Available in time; 2: wrong use, refused HyperConverged.
 */
export async function runUp(options: UpOptions, io: Io, given?: Stop): Promise<number> {
  if (options.scenario === 'help') {
    io.out(listScenarios());
    return 0;
  }
  const plan = planOf(options);
  const metricsPort = parseMetricsPort(options.metricsPort);
  const timeoutMs = parseTimeout(options.timeout);
  const builds = parseBuilds(options.builds);
  const alerts = parseAlertSpeed(options.alertSpeed);
  const json = parseOutput(options.output);
  const log = createStepLog(json ? io.err : io.out, () => performance.now(), io.color);
  const request = await loadRequest(options.filename, plan, io);
  if (request === undefined) return 2;
  const stop = given ?? stopOnSignals(() => log.step('stopping; Ctrl-C again ends at once'));
  const closers = createClosers();
  try {
    const { once = false } = options;
    const [flags, { signal }] = [options, stop];
    return await runCluster({
      plan,
      flags,
      request,
      builds,
      alerts,
      timeoutMs,
      metricsPort,
      once,
      json,
      io,
      log,
      signal,
      closers,
    });
  } finally {
    await closers.closeAll();
    stop.dispose();
  }
}

/** The platform is the scenario's where there is one. */
function planOf(options: UpOptions): SandboxPlan {
  const scenario = chooseScenario(options);
  const platform = options.platform ?? scenario?.platform;
  const parsed = parseSandboxOptions(
    platform === undefined ? options : { ...options, platform },
    process.env,
  );
  const isKept = parsed.kept === undefined && options.once !== true && scenario === undefined;
  const place = isKept ? usualPlace({ ...options, platform: parsed.platform }, process.env) : {};
  const plan = { ...parsed, ...place, ...(scenario === undefined ? {} : { scenario }) };
  const unused = (['fresh', 'fsync'] as const).find((flag) => options[flag] === true);
  if (plan.kept === undefined && unused !== undefined)
    throw new UsageError(
      `--${unused}: nothing is kept with --once and --scenario; name a folder with --data-dir`,
    );
  return plan;
}
