import type { KubernetesObject } from '@archipelago/apimachinery';
import type { ConfigView } from '../../../../layering/view/config-view.ts';
import { viewConfig } from '../../../../layering/view/view-config.ts';
import { UnreachableError } from '../../../cluster/unreachable-error.ts';
import type { LayeringClusterOptions } from '../../../flags/layering-cluster-flags.ts';
import { parseTimeout } from '../../../flags/parse-timeout.ts';
import type { Io } from '../../../process/io.ts';
import { type Output, printData } from '../../../text/print-data.ts';
import { findBuildsNamespace } from '../cluster/find-builds-namespace.ts';
import { chosenConfig, type LayeringCluster, withLayeringCluster } from '../cluster/layering-cluster.ts';
import { looksOnly } from '../cluster/looks-only.ts';
import { observeLayering } from '../cluster/observe-layering.ts';
import { type Request, type RequestedBuild, requestBuild } from './request-build.ts';
import { buildNames, type WaitUntil, waitForBuild } from './wait-for-build.ts';
import { writeRequest } from './write-request.ts';

export interface RetryOptions extends LayeringClusterOptions {
  /** All when absent. */
  readonly arch?: readonly string[];
  /** `true`: until the build has ended. */
  readonly wait?: true | WaitUntil;
  readonly timeout?: string;
  readonly output?: Output;
}

const usualPauseMs = 1_000;
const usualTimeout = '2h';

/**
 * Asks the operator for a build, by annotation, and says what will happen: 0, or 1 when there is nothing to ask for, or the build
 * that was waited for has not succeeded in time.
 */
export function runLayeringRetry(
  name: string,
  options: RetryOptions,
  io: Io,
  pauseMs?: number,
): Promise<number> {
  return run({ name, request: 'retry', options, io, pauseMs: pauseMs ?? usualPauseMs });
}

/** The same for images that are there: builds them although nothing has changed. */
export function runLayeringRebuild(
  name: string,
  options: RetryOptions,
  io: Io,
  pauseMs?: number,
): Promise<number> {
  return run({ name, request: 'rebuild', options, io, pauseMs: pauseMs ?? usualPauseMs });
}

interface Running {
  readonly name: string;
  readonly request: Request;
  readonly options: RetryOptions;
  readonly io: Io;
  readonly pauseMs: number;
}

async function run({ name, request, options, io, pauseMs }: Running): Promise<number> {
  const timeoutMs = parseTimeout(options.timeout ?? usualTimeout);
  return withLayeringCluster(options, async (cluster) => {
    const config = chosenConfig(cluster, name);
    const view = await viewOf(cluster, config, options);
    const requested = requestBuild(request, options.arch ?? [], view);
    if (requested.kind === 'refused') {
      io.err(`archipelago: ${name}: ${requested.because}\n`);
      return 1;
    }
    const before = await buildNames(cluster, config);
    const written = await writeRequest(cluster, config, requested);
    if (!written.ok)
      throw new UnreachableError(`MachineOSConfig ${name} could not be changed: ${written.status.message}`);
    io.err(`archipelago: ${name}: ${requested.says}\n`);
    const { wait } = options;
    const until = wait === true ? 'end' : wait;
    const waited =
      until === undefined
        ? undefined
        : await waitForBuild({ cluster, config, before, until, timeoutMs, pauseMs, io });
    tell(options.output, { name, request, requested, waited }, io);
    return waited === undefined || waited.ok ? 0 : 1;
  });
}

async function viewOf(
  cluster: LayeringCluster,
  config: KubernetesObject,
  options: RetryOptions,
): Promise<ConfigView> {
  const namespace = await findBuildsNamespace(cluster, options);
  const observed = await observeLayering(cluster, namespace)(config);
  return viewConfig(config, { observed, deployment: looksOnly(namespace), now: Date.now() });
}

type Asked = Extract<RequestedBuild, { kind: 'asked' }>;

interface Told {
  readonly name: string;
  readonly request: Request;
  readonly requested: Asked;
  readonly waited: Awaited<ReturnType<typeof waitForBuild>> | undefined;
}

/** A build that was asked for, and what has become of it where it was waited for. */
export interface AskedBuild {
  /** Of the MachineOSConfig. */
  readonly name: string;
  readonly request: Request;
  /** `all`, or some, separated by commas. */
  readonly architectures: string;
  readonly builds: readonly string[];
  readonly reuses: readonly string[];
  /** The MachineOSBuild; absent: none has begun, or nobody waited. */
  readonly build: string | undefined;
  readonly phase: string | undefined;
}

function tell(output: Output | undefined, { name, request, requested, waited }: Told, io: Io): void {
  const { value, builds, reuses } = requested;
  if (output === undefined) {
    io.out(waited === undefined ? '' : `${waited.message}\n`);
    return;
  }
  const { build, phase } = waited ?? { build: undefined, phase: undefined };
  const asked: AskedBuild = { name, request, architectures: value, builds, reuses, build, phase };
  io.out(printData(asked, output));
}
