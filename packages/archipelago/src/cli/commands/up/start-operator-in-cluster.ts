import { createKubernetesClient, nodeTransport } from '@archipelago/kube-client';
import { standardDeployment } from '../../../cluster-facts/standard-cluster.ts';
import { alertTable } from '../../../observability/alert-table.ts';
import { prometheusAlerts } from '../../../observability/alerts/prometheus-alerts.ts';
import { createMetricValues } from '../../../observability/metric-values.ts';
import type { GoldenImageChoices } from '../../../operator/options/golden-image-choices.ts';
import type { LayeringChoices } from '../../../operator/options/layering-choices.ts';
import type { OperatorEvent } from '../../../operator/options/operator-event.ts';
import type { OperatorOptions, RunningOperator } from '../../../operator/options/running-operator.ts';
import { requestCounter } from '../../../operator/request-counter.ts';
import { layeringInstallation } from '../../../operator/rights/permission.ts';
import type { BoundedServer } from '../../../operator/serving/bounded-server.ts';
import { startMetricsServer } from '../../../operator/serving/metrics-server.ts';
import { startOperator } from '../../../operator/start-operator.ts';
import { UsageError } from '../../process/io.ts';
import type { StepLog } from '../../process/step-log.ts';
import { sandboxConnection } from '../sandbox/sandbox-connection.ts';
import type { SandboxPlan } from '../sandbox/sandbox-options.ts';
import type { Sandbox } from '../sandbox/start-sandbox.ts';
import type { OperatorProgress } from './arrival.ts';
import type { CreatedObjects } from './created-objects.ts';
import { describeEvent } from './describe-event.ts';
import { holdLease } from './hold-lease.ts';
import { installAccount } from './install-account.ts';
import { serveAdmission } from './serve-admission.ts';

interface OperatorChoices {
  readonly log: StepLog;
  readonly goldenImages: GoldenImageChoices;
  readonly layering: LayeringChoices;
  /** Remembers what the operator makes. */
  readonly created: CreatedObjects;
  /** How it looks at its alerts, how long it watches, and whether it asks the doctor. */
  readonly watching: Pick<OperatorOptions, 'alerts' | 'doctor' | 'timing'>;
  /** 0 takes a free one. */
  readonly metricsPort: number;
}

interface OperatorInCluster extends OperatorProgress {
  /** Where its metrics are. */
  readonly metrics: string;
  stop(): Promise<void>;
}

const userAgent = 'archipelago-operator';

/** No container runs here, and an API server takes no pod without an image. */
const simulatedImages = {
  passtCni: 'simulated/passt-binding-cni',
  passtSidecar: 'simulated/passt-binding',
  waspAgent: 'simulated/wasp-agent',
};

/** Starts the operator in this process, against the embedded cluster and through its API like anywhere else, with the rights of its account. */
export async function runOperator(
  { cluster, client: admin, clock, milestones }: Pick<Sandbox, 'cluster' | 'client' | 'clock' | 'milestones'>,
  { operatorNamespace: namespace, platform }: Pick<SandboxPlan, 'operatorNamespace' | 'platform'>,
  { log, goldenImages, layering, created, watching, metricsPort }: OperatorChoices,
): Promise<OperatorInCluster> {
  const metrics = createMetricValues();
  const kept = { client: admin, milestones };
  const token = await installAccount(kept, cluster, {
    ...{ namespace, platform, importer: goldenImages.importer, webhook: { kind: 'operator' } },
    ...layeringInstallation(layering),
    doctor: watching.doctor !== undefined,
  });
  const transport = nodeTransport(sandboxConnection(cluster, namespace, token));
  const client = createKubernetesClient({ transport, userAgent, observe: requestCounter(metrics) });
  const admission = await serveAdmission(kept, namespace, (problem) => log.warn(problem));
  const onlooker = onlookerOf(log);
  const operator = startOperator({
    ...admission.options,
    client: created.remember(client),
    ...{ namespace, metrics, clock },
    deployment: { ...standardDeployment, images: simulatedImages },
    ...{ goldenImages, layering, ...watching },
    onEvent: onlooker.onEvent,
  });
  admission.answerBy(operator);
  const lease = holdLease(admin, namespace);
  const served = await serveMetrics(operator, metricsPort);
  return {
    hasReconciled: onlooker.hasReconciled,
    metrics: `http://${host}:${served.port}/metrics`,
    async stop() {
      await served.stop();
      await admission.stop();
      await operator.stop();
      await lease.stop();
      client.close();
    },
  };
}

const host = '127.0.0.1';

/** Plain, and without a login: whoever is on this machine may read them. */
function serveMetrics(operator: RunningOperator, port: number): Promise<BoundedServer> {
  return startMetricsServer({
    values: operator.metrics,
    port,
    host,
    unreadyBecause: () => operator.unreadyBecause(),
    stuckBecause: () => operator.stuckBecause(),
    alerts: () => prometheusAlerts(alertTable, operator.activeAlerts()),
    refresh: () => operator.refreshMetrics(),
  }).catch((error: Error) => {
    throw new UsageError(`--metrics-port ${port}: ${error.message}`);
  });
}

/** Undone reconciles in a row that are worth a line; a conflict or two are everyday. */
const worrying = 4;

/** Tells what the operator does, and knows how far it is. */
function onlookerOf(log: StepLog): OperatorProgress & { onEvent(event: OperatorEvent): void } {
  let undone = 0;
  let hasReconciled = false;
  return {
    hasReconciled: () => hasReconciled,
    onEvent(event) {
      const said = describeEvent(event);
      if (said?.level === 'warning') log.warn(said.text);
      else if (said !== undefined) log.step(said.text);
      if (event.type !== 'reconciled') return;
      hasReconciled ||= event.because === undefined;
      undone = event.because === undefined ? 0 : undone + 1;
      if (undone === worrying) log.warn(`operator: still not done: ${event.because}`);
    },
  };
}
