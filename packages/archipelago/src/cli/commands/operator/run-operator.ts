import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { systemClock } from '@archipelago/apimachinery';
import {
  createKubernetesClient,
  KubeconfigError,
  type KubernetesClient,
  loadConnection,
  nodeTransport,
  type RequestObservation,
  type RequestTracer,
} from '@archipelago/kube-client';
import { createMetricValues, type MetricValues } from '../../../observability/metric-values.ts';
import { readDeployment } from '../../../operator/deployment-parameters.ts';
import { usualDoctor } from '../../../operator/options/doctor-choices.ts';
import type { OperatorOptions, RunningOperator } from '../../../operator/options/running-operator.ts';
import { requestCounter } from '../../../operator/request-counter.ts';
import { startOperator } from '../../../operator/start-operator.ts';
import type { Tracer } from '../../../tracing/tracer.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { aborted, type Stop, stopOnSignals } from '../../process/stop-signal.ts';
import { registryAddresses } from '../../registries/registry-addresses.ts';
import { parseElectionTiming } from './election-timing.ts';
import { layeringChoices } from './layering-options.ts';
import { type ComponentLog, type EventLog, logOf } from './log/log-event.ts';
import { openLog } from './log/open-log.ts';
import { OutageLog } from './log/outage-log.ts';
import type { OperatorCommandOptions } from './operator-options.ts';
import { goldenImageChoices, type TracedTransport } from './registry-options.ts';
import { type MetricsServing, parseMetricsServing, serveMetrics } from './serve-metrics.ts';
import { tellOthers } from './tell-others.ts';
import { traceIfAsked } from './trace-if-asked.ts';
import { parseWebhookServing, Webhook } from './webhook.ts';
import { whyUnreached } from './why-unreached.ts';

const unreachable = 3;

/**
 * Runs the operator against the cluster of a kubeconfig, or of the pod it runs in, until SIGTERM or Ctrl-C.
 * 0: ended cleanly; 2: wrong use; 3: the cluster was not reachable at the start.
 */
export async function runOperator(options: OperatorCommandOptions, io: Io, given?: Stop): Promise<number> {
  const [serving, webhookServing] = [parseMetricsServing(options), parseWebhookServing(options)];
  const election = electionOf(options);
  const { log, ...opened } = await openLog(options, io);
  const { tracer, ...tracing } = await traceIfAsked(process.env, logOf(log, 'traces'));
  try {
    return await operate({ options, io, log, tracer, serving, webhookServing, election }, given);
  } finally {
    await endAll(tracing, opened);
  }
}

interface Operating {
  readonly options: OperatorCommandOptions;
  readonly io: Io;
  readonly log: EventLog;
  readonly tracer: Tracer | undefined;
  readonly serving: MetricsServing;
  readonly webhookServing: ReturnType<typeof parseWebhookServing>;
  readonly election: ReturnType<typeof electionOf>;
}

async function operate(operating: Operating, given: Stop | undefined): Promise<number> {
  const { options, io, log, tracer, serving, webhookServing, election } = operating;
  const registries = await openRegistries(options, io, tracer);
  const own = logOf(log, 'operator');
  const deployment = await readToldDeployment(own);
  const metrics = createMetricValues();
  const webhook = new Webhook(webhookServing, logOf(log, 'webhook'), metrics);
  const lines = new OutageLog({ log, clock: systemClock });
  const { client, server } = await connect(options, {
    observe: watchedBy(metrics, lines),
    trace: tracer?.request,
  });
  const stop = given ?? stopOnSignals(() => own('info', {}, 'stopping; a second signal ends at once'));
  const namespace = options.namespace ?? deployment.operatorNamespace;
  const operator = startOperator({
    ...{ client, metrics, tracing: tracer, namespace, deployment: deployment.parameters },
    ...{ ...registries.ofOperator, ...election, ...webhook.optionsOfOperator() },
    onEvent: (event) => lines.tell(event),
    ...(options.doctor === true ? { doctor: usualDoctor } : {}),
  });
  registries.refuseNetworksOf(operator);
  try {
    await webhook.start(operator.admission);
    return await serve({
      operator,
      client,
      server,
      serving,
      beside: { namespace, isAlone: options.leaderElect === false },
      log,
      stop,
    });
  } finally {
    await endAll(webhook, operator);
    lines.end();
    registries.close();
    client.close();
    stop.dispose();
  }
}

async function endAll(...all: readonly { stop(): Promise<void> }[]): Promise<void> {
  for (const each of all) await each.stop();
}

/** The operator's ways to registries; it exists later, and only then tells which networks are the cluster's own. */
async function openRegistries(options: OperatorCommandOptions, io: Io, tracer: Tracer | undefined) {
  const traced: TracedTransport = (transport) => tracer?.traced(transport) ?? transport;
  let networks: () => readonly string[] = () => [];
  const addresses = registryAddresses(options, () => networks());
  const goldenImages = await goldenImageChoices(options, addresses, io, traced);
  const layering = await layeringChoices(options, addresses, io, traced);
  return {
    ofOperator: { goldenImages, ...(layering === undefined ? {} : { layering }) },
    refuseNetworksOf(operator: RunningOperator) {
      networks = () => operator.innerNetworks();
    },
    close() {
      goldenImages.registry?.close();
      layering?.session.transport.close();
    },
  };
}

interface Serving {
  readonly operator: RunningOperator;
  readonly client: KubernetesClient;
  readonly server: string;
  /** What tells it from operators beside it. */
  readonly beside: { readonly namespace: string; readonly isAlone: boolean };
  readonly serving: MetricsServing;
  readonly log: EventLog;
  readonly stop: Stop;
}

/** Serves metrics until it is time to stop, unless the cluster cannot be reached at all. */
async function serve({ operator, client, server, serving, beside, log, stop }: Serving): Promise<number> {
  void tellOthers({ client, ...beside, log: logOf(log, 'operator') });
  const endServing = await serveMetrics(serving, { operator, client, log: logOf(log, 'metrics') });
  try {
    const problem = await Promise.race([whyUnreached(client, server), aborted(stop.signal)]);
    if (problem === undefined) await aborted(stop.signal);
    else log('warn', { component: 'client' }, problem);
    return problem === undefined ? 0 : unreachable;
  } finally {
    await endServing();
  }
}

async function readToldDeployment(log: ComponentLog) {
  const deployment = await readDeployment(process.env);
  for (const problem of deployment.problems) log('warn', {}, problem);
  return deployment;
}

type Observer = (observation: RequestObservation) => void;

/** Who looks at each request: the metrics count it, the log tells when no answer comes. */
function watchedBy(metrics: MetricValues, lines: OutageLog): Observer {
  const count = requestCounter(metrics);
  return (observation) => {
    count(observation);
    lines.observe(observation);
  };
}

interface Watched {
  readonly observe: Observer;
  readonly trace: RequestTracer | undefined;
}

async function connect({ kubeconfig, context }: OperatorCommandOptions, watched: Watched) {
  try {
    const transport = nodeTransport(await loadConnection({ kubeconfig, context }));
    const client = createKubernetesClient({ transport, userAgent: 'archipelago-operator', ...watched });
    return { client, server: transport.server };
  } catch (error) {
    if (error instanceof KubeconfigError) throw new UsageError(error.message);
    throw error;
  }
}

/** Undefined: it leads without. The times are checked all the same. */
function electionOf(options: OperatorCommandOptions): Pick<OperatorOptions, 'election'> {
  const timing = parseElectionTiming(options);
  return options.leaderElect === false ? {} : { election: { identity: identity(), timing } };
}

/** The pod's name, and a part of its own for a restarted container. */
function identity(): string {
  return `${hostname()}_${randomUUID()}`;
}
