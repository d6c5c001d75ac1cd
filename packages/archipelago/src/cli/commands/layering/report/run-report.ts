import { type Clock, jitteredDelayMs, sleep, systemClock } from '@archipelago/apimachinery';
import {
  ApiConnectionError,
  CredentialError,
  createKubernetesClient,
  KubeconfigError,
  type KubernetesClient,
  type KubernetesStatus,
  loadConnection,
  nodeTransport,
} from '@archipelago/kube-client';
import { resultName } from '../../../../layering/object-names.ts';
import { type Io, UsageError } from '../../../process/io.ts';
import { readReportedFiles } from './report-files.ts';
import { type JobResult, reportResult } from './report-result.ts';

/** The options of `layering report`, as commander gives them. */
export interface ReportOptions {
  readonly configMap: string;
  readonly from: string;
  /** That of the kubeconfig or the pod when absent. */
  readonly namespace?: string;
  readonly kubeconfig?: string;
  readonly context?: string;
}

/** What the job's pod tells by its environment. */
type ReportEnvironment = Readonly<Partial<Record<'JOB_UID' | 'JOB_NAME', string>>>;

/** What the command depends on besides its options; this process's when absent. */
interface ReportMeans {
  readonly environment: ReportEnvironment;
  readonly clock: Clock;
  readonly connect: (options: ReportOptions) => Promise<ReportTarget>;
}

/** Where it is reported. */
interface ReportTarget {
  readonly client: KubernetesClient;
  /** Where the options name none. */
  readonly namespace: string;
}

const tries = 6;
/** Between them; each of them tries a few times itself. */
const backoff = { baseMs: 1_000, capMs: 15_000 };
const neverAborted = new AbortController().signal;

/**
 * Writes the files of a folder into a ConfigMap that goes with the job this runs in. 0: done; 1: the API server refuses it; 2 (a
 * `UsageError`): flags or files; 3: the API server is not reached, or has no answer, however often it is tried.
 */
export async function runReport(options: ReportOptions, io: Io, means = processMeans()): Promise<number> {
  const job = jobOf(options.configMap, means.environment);
  const files = await readReportedFiles(options.from);
  const { client, namespace } = await means.connect(options);
  const result = { name: options.configMap, namespace: options.namespace ?? namespace, job, files };
  try {
    return await report(client, result, { io, clock: means.clock });
  } finally {
    client.close();
  }
}

function processMeans(): ReportMeans {
  const { JOB_UID, JOB_NAME } = process.env;
  const environment = {
    ...(JOB_UID === undefined ? {} : { JOB_UID }),
    ...(JOB_NAME === undefined ? {} : { JOB_NAME }),
  };
  return { environment, clock: systemClock, connect: (options) => connectReport(options, systemClock) };
}

/** Results are called after their job; any other ConfigMap needs the name of the job, too. */
function jobOf(configMap: string, { JOB_UID: uid = '', JOB_NAME }: ReportEnvironment): JobResult['job'] {
  if (uid === '')
    throw new UsageError(
      'JOB_UID: is not set; run in the pod of a job, which gives its uid by this variable',
    );
  const prefix = resultName('');
  const name = JOB_NAME ?? (configMap.startsWith(prefix) ? configMap.slice(prefix.length) : '');
  if (name !== '') return { name, uid };
  throw new UsageError(
    `--config-map ${configMap}: does not tell its job; call it ${prefix}JOB, or set JOB_NAME`,
  );
}

/** As the options, the kubeconfig or the pod say it. */
async function connectReport(
  { kubeconfig, context }: Pick<ReportOptions, 'kubeconfig' | 'context'>,
  clock: Clock,
): Promise<ReportTarget> {
  try {
    const connection = await loadConnection({ kubeconfig, context });
    const transport = nodeTransport(connection);
    const client = createKubernetesClient({ transport, userAgent: 'archipelago-report', clock });
    return { client, namespace: connection.namespace };
  } catch (error) {
    if (error instanceof KubeconfigError) throw new UsageError(error.message);
    throw error;
  }
}

async function report(
  client: KubernetesClient,
  result: JobResult,
  { io, clock }: { readonly io: Io; readonly clock: Clock },
): Promise<number> {
  const place = `ConfigMap ${result.namespace}/${result.name}`;
  for (let failures = 0; ; failures += 1) {
    const tried = await attempt(client, result);
    if (tried.kind === 'done') {
      const keys = [...Object.keys(result.files.data), ...Object.keys(result.files.binaryData)];
      io.out(`${place}: ${keys.join(', ')}\n`);
      return 0;
    }
    io.err(`archipelago: ${place}: ${tried.because}\n`);
    if (tried.kind === 'refused') return 1;
    if (failures + 1 === tries) return 3;
    await sleep(clock, jitteredDelayMs(backoff, failures, Math.random), neverAborted);
  }
}

type Attempt =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused' | 'unanswered'; readonly because: string };

async function attempt(client: KubernetesClient, result: JobResult): Promise<Attempt> {
  try {
    const written = await reportResult(client, result);
    if (written.ok) return { kind: 'done' };
    const { message: because } = written.status;
    return { kind: mayPass(written.status) ? 'unanswered' : 'refused', because };
  } catch (error) {
    if (error instanceof ApiConnectionError || error instanceof CredentialError)
      return { kind: 'unanswered', because: error.message };
    throw error;
  }
}

/** What the server does not mean: it is overloaded, or the object was changed between two looks. */
function mayPass({ code, reason }: KubernetesStatus): boolean {
  return code === 429 || code >= 500 || (code === 409 && reason === 'Conflict');
}
