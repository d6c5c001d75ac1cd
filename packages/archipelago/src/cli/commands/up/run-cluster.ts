import { setTimeout as sleep } from 'node:timers/promises';
import { isConditionTrue, systemClock } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import type { AlertChoices } from '../../../operator/options/alert-choices.ts';
import { quickenedDoctor } from '../../../operator/options/doctor-choices.ts';
import { failOperand } from '../../../simulation/actors/fail-operand.ts';
import { operandBehaviours } from '../../../simulation/actors/operand-behaviours.ts';
import { startOperandControllers } from '../../../simulation/actors/operand-controller.ts';
import { virtApi } from '../../../simulation/actors/virt-api/virt-api.ts';
import { furnishWorld } from '../../../simulation/furnish-world.ts';
import { once } from '../../../simulation/milestones.ts';
import { startPlayers } from '../../../simulation/start-players.ts';
import type { RegistryAddressFlags } from '../../flags/registry-address-flags.ts';
import type { Closers } from '../../process/closers.ts';
import type { Io } from '../../process/io.ts';
import { type StepLog, seconds } from '../../process/step-log.ts';
import { aborted } from '../../process/stop-signal.ts';
import type { SandboxPlan } from '../sandbox/sandbox-options.ts';
import { type Sandbox, startSandbox } from '../sandbox/start-sandbox.ts';
import { type Arrival, followArrival, type OperatorProgress } from './arrival.ts';
import { bringHyperConverged, renewHyperConverged } from './bring-hyper-converged.ts';
import type { Builds } from './choose-build-runner.ts';
import { createdObjects } from './created-objects.ts';
import { explainDelay } from './explain-delay.ts';
import { furnishImages, importImages } from './furnish-images.ts';
import { type FurnishedLayering, furnishLayering } from './furnish-layering.ts';
import type { UpRequest } from './load-request.ts';
import type { OperandReport } from './operand-report.ts';
import { printSummary } from './print-summary.ts';
import { runOperator } from './start-operator-in-cluster.ts';
import { tellRegistries } from './tell-registries.ts';
import { quickenedWatches, type UpOptions } from './up-options.ts';
import { summarizeUp, type UpSummary } from './up-summary.ts';

/** Everything `up` has decided before it starts anything. */
interface ClusterRun {
  readonly plan: SandboxPlan;
  readonly flags: RegistryAddressFlags & Pick<UpOptions, 'doctor'>;
  readonly request: UpRequest;
  readonly builds: Builds;
  readonly alerts: AlertChoices;
  readonly timeoutMs: number;
  /** 0 takes a free one. */
  readonly metricsPort: number;
  readonly once: boolean;
  readonly json: boolean;
  readonly io: Io;
  readonly log: StepLog;
  /** Aborted when the command is to end. */
  readonly signal: AbortSignal;
  /** Gets whatever is started. */
  readonly closers: Closers;
}

const operandDelayMs = 300;

/** Starts everything, waits until it is Available, tells, and stays; the exit code. */
export async function runCluster(run: ClusterRun): Promise<number> {
  const { plan, log, closers, signal } = run;
  const extras = { ...quickenedWatches(run.alerts.speed), extensions: [virtApi] };
  const sandbox = await startSandbox(plan, log, extras);
  closers.add(sandbox.stop);
  const populated = await populate(run, sandbox);
  const { arrival } = populated;
  const isAvailable = await awaitAvailable(run, populated);
  if (!isAvailable) return run.once ? 1 : 0;
  log.step(`HyperConverged ${run.request.object.metadata.name} is Available`);
  await spoil(run, sandbox.client, arrival);
  await tell(run, sandbox, populated);
  if (!run.once) await aborted(signal);
  return 0;
}

const noticeMs = 5_000;
const pauseMs = 20;

/** Lets the operand of a scenario fail, and waits until the HyperConverged tells. */
async function spoil({ plan: { scenario }, log }: ClusterRun, client: KubernetesClient, arrival: Arrival) {
  if (scenario === undefined) return;
  log.step(`scenario ${scenario.name}: ${scenario.says}; archipelago doctor looks for it`);
  if (scenario.failing === undefined) return;
  await failOperand(client, scenario.failing);
  const end = performance.now() + noticeMs;
  while (!isConditionTrue(arrival.state().hyperConverged, 'Degraded') && performance.now() < end)
    await sleep(pauseMs);
}

interface Populated {
  readonly arrival: Arrival;
  readonly operator: OperatorProgress;
  readonly layering: FurnishedLayering;
  /** Where the metrics of the operator are. */
  readonly metrics: string;
}

/** Operand controllers, the HyperConverged and the operator. */
async function populate(run: ClusterRun, sandbox: Sandbox): Promise<Populated> {
  const { plan, request, log, closers } = run;
  const { client, clock } = sandbox;
  const onProblem = (problem: string) => log.warn(problem);
  const operands = startOperandControllers({ client, clock, delayMs: operandDelayMs, onProblem });
  closers.add(operands.stop);
  const kinds = operandBehaviours.map(({ resource }) => resource.kind).join(', ');
  log.step(`simulated operand controllers: ${kinds}`);
  const { platform, operatorNamespace: namespace, scenario } = plan;
  const { milestones } = sandbox;
  await once(milestones, 'world', () => furnishWorld({ client, platform, namespace, scenario }));
  const players = startPlayers({ client, platform, clock, onProblem });
  closers.add(players.stop);
  log.step(`simulated ${players.names.join(', ')}`);
  await bringHyperConverged(sandbox, request, log);
  const arrival = followArrival({
    client,
    namespace,
    clock: systemClock,
    onOperand: (report) => tellOperand(report, log),
    onProblem,
  });
  closers.add(() => arrival.stop());
  const operated = await operate(run, sandbox, onProblem);
  // not earlier: from now on the webhook answers
  await renewHyperConverged(sandbox, request, log);
  return { arrival, ...operated };
}

/** A registry, an importer and somebody who runs build jobs, then the operator. */
async function operate(
  { plan, flags, builds, alerts, metricsPort, log, closers }: ClusterRun,
  sandbox: Sandbox,
  onProblem: (problem: string) => void,
): Promise<Omit<Populated, 'arrival'>> {
  const goldenImages = await furnishImages(flags, plan.kept?.folder, { log, closers });
  closers.add(importImages(sandbox, goldenImages, onProblem).stop);
  log.step('simulated importer: DataImportCron, DataSource');
  const { simulated, login, addresses } = goldenImages;
  sandbox.images.use(simulated);
  if (plan.scenario?.registry === 'down') await simulated.stop();
  const namespace = plan.operatorNamespace;
  await tellRegistries(sandbox.client, namespace, goldenImages.rules);
  const created = createdObjects();
  const layering = await furnishLayering(
    { sandbox, plan, registry: simulated, login, addresses, builds, created },
    { log, closers, onProblem },
  );
  const { timing = {} } = quickenedWatches(alerts.speed);
  const watching = {
    alerts,
    timing,
    ...(flags.doctor === true ? { doctor: quickenedDoctor(alerts.speed) } : {}),
  };
  const choices = { log, goldenImages, layering: layering.choices, created, watching, metricsPort };
  const operator = await runOperator(sandbox, plan, choices);
  closers.add(operator.stop);
  log.step('operator runs in this process, and answers the admission webhook');
  return { operator, layering, metrics: operator.metrics };
}

function tellOperand({ kind, name, state, message = '' }: OperandReport, log: StepLog): void {
  if (state === 'Available') log.step(`${kind} ${name} is Available`);
  else log.warn(`${kind} ${name} is no longer Available: ${state}: ${message}`);
}

/** False when it is not Available in time (`--once`) or the command is to end. */
async function awaitAvailable(run: ClusterRun, { arrival, operator }: Populated): Promise<boolean> {
  const { signal, timeoutMs, once, io, log } = run;
  const inTime = await arrival.available(operator, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
  if (inTime || signal.aborted) return inTime;
  const delay = `not Available after ${seconds(timeoutMs)}\n${explainDelay(arrival.state())}`;
  if (once) {
    io.err(`archipelago: ${delay}`);
    return false;
  }
  log.warn(`${delay.trimEnd()}\n  still waiting; Ctrl-C ends it`);
  return await arrival.available(operator, signal);
}

/** The link of the console; `none` where the cluster ends at once. */
async function startConsole({ once: endsAtOnce, io, closers }: ClusterRun, kubeconfig: string) {
  if (endsAtOnce) return 'none';
  const { serveConsole } = await import('../console/serve-console.ts');
  const { link, stop } = await serveConsole(0, { kubeconfig }, io);
  closers.add(stop);
  return link;
}

async function tell(run: ClusterRun, sandbox: Sandbox, populated: Populated) {
  const { plan, json, io, log } = run;
  const { arrival, layering, metrics } = populated;
  const { hyperConverged, operands } = arrival.state();
  if (hyperConverged === undefined) throw new Error('a HyperConverged that is not there is Available');
  const nodes = await sandbox.client.list(nodeResource);
  const summary: UpSummary = summarizeUp({
    platform: plan.platform,
    kubeconfig: sandbox.kubeconfig,
    server: sandbox.cluster.url,
    availableAfterMs: log.elapsedMs(),
    nodes: nodes.ok ? nodes.value.items : [],
    hyperConverged,
    operands,
    layering: layering.summary,
    metrics,
  });
  const page = await startConsole(run, sandbox.kubeconfig);
  const ready = `ready kubeconfig=${sandbox.kubeconfig} console=${page} metrics=${metrics}\n`;
  if (json) {
    io.out(`${JSON.stringify(summary, null, 2)}\n`);
    io.err(ready);
  } else io.out(`${printSummary(summary, io.color)}\n${ready}`);
}

const nodeResource = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false } as const;
