import type { JsonObject } from '../api/json-value.ts';
import type { ClusterFacts, DeploymentParameters } from '../cluster-facts/cluster-facts.ts';
import { annotationsOf } from '../config/annotations-of.ts';
import { deriveFacts } from '../config/derive-facts.ts';
import { readAt } from '../config/read-at.ts';
import type { Owner } from '../config/render.ts';
import { type Desired, renderCluster } from '../config/render-cluster.ts';
import { review } from '../config/review.ts';
import type { Clock } from '../kubernetes/clock.ts';
import type { EventRecorder } from '../kubernetes/event-recorder.ts';
import type { KubernetesClient } from '../kubernetes/kubernetes-client.ts';
import type { WorkOutcome } from '../kubernetes/work-queue.ts';
import type { MetricValues } from '../observability/metric-values.ts';
import type { Failure } from '../reconcile/conditions.ts';
import { identities, refusalsOf, unwantedObjects } from '../reconcile/desired-objects.ts';
import { isTerminating, type Plan, plan, uidOf } from '../reconcile/plan.ts';
import { initialStatus, isUpgrading } from '../reconcile/status.ts';
import { planUninstall } from '../reconcile/uninstall.ts';
import type { ClusterMirror } from './cluster-mirror.ts';
import { showNothingConfigured } from './configuration-metrics.ts';
import { failureOf, obstacleFailure, refusedFailure } from './failures.ts';
import { drawImportSchedule, gatherFacts } from './gather-facts.ts';
import { adoptionPatch, finalizer, finalizersOf, releasePatch, specOf, statusIn } from './hyper-converged.ts';
import { HyperConvergedWriter } from './hyper-converged-writer.ts';
import { type Done, OperandWork, type Work } from './operand-work.ts';
import type { OperatorEvent } from './operator-event.ts';
import { createRecentWrites, longestWaitMs, type RecentWrites } from './recent-writes.ts';
import { StatusReporter, timestamp } from './status-reporter.ts';

export interface ReconcilerSettings {
  readonly client: KubernetesClient;
  readonly mirror: ClusterMirror;
  readonly recorder: EventRecorder;
  readonly metrics: MetricValues;
  readonly deployment: DeploymentParameters;
  readonly namespace: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onEvent: (event: OperatorEvent) => void;
}

/** What acting on the operands led to. */
interface Effects {
  readonly done: readonly Done[];
  readonly failures: readonly Failure[];
  /** Why it has to be tried again; undefined: it need not. */
  readonly again: string | undefined;
}

/**
 * Brings the cluster in line with its HyperConverged: gathers facts, renders, plans, applies, reports. Reads the
 * mirror only, writes differences only; called again, it writes nothing.
 */
export class Reconciler {
  readonly #settings: ReconcilerSettings;
  readonly #recent: RecentWrites;
  readonly #work: OperandWork;
  readonly #writer: HyperConvergedWriter;
  readonly #reporter: StatusReporter;
  #schedule: string | undefined;

  constructor(settings: ReconcilerSettings) {
    this.#settings = settings;
    this.#recent = createRecentWrites(settings.clock);
    this.#work = new OperandWork({ ...settings, recent: this.#recent });
    this.#writer = new HyperConvergedWriter({ ...settings, recent: this.#recent });
    this.#reporter = new StatusReporter({ ...settings, writer: this.#writer, work: this.#work });
  }

  /** Drops what was learned: another process may have led meanwhile. */
  forget(): void {
    this.#recent.forget();
    this.#work.forget();
  }

  async reconcile(signal: AbortSignal): Promise<WorkOutcome> {
    const unread = this.#settings.mirror.unread();
    if (unread !== undefined) return { outcome: 'retry', because: `${unread} could not be read yet` };
    const stored = this.#writer.current();
    if (stored === undefined) {
      showNothingConfigured(this.#settings.metrics);
      return this.#rest();
    }
    if (isTerminating(stored)) return this.#uninstall(stored, signal);
    const object = await this.#adopt(stored, signal);
    const desired = this.#desired(object);
    const refusals = review(desired.resolution, desired.facts).filter(({ level }) => level === 'refuse');
    const effects =
      refusals.length > 0
        ? { done: [], failures: refusals.map(failureOf), again: undefined }
        : await this.#bringAbout(object, desired, signal);
    await this.#reporter.report(object, { desired, failures: effects.failures }, signal);
    return effects.again === undefined ? this.#rest() : { outcome: 'retry', because: effects.again };
  }

  /** Stores defaults, finalizer and label, and a first status; usually there is nothing to do. */
  async #adopt(stored: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const cluster = this.#facts(stored);
    const facts = deriveFacts(cluster, readAt(specOf(stored), ['workloads', 'nodePlacement']));
    const patch = adoptionPatch(stored, facts);
    const object = patch === undefined ? stored : await this.#writer.adopt(patch, signal);
    const previous = statusIn(object);
    if (previous.conditions !== undefined) return object;
    const { dataImportSchedule, deployment } = facts;
    const first = {
      previous,
      now: timestamp(this.#settings.clock.now()),
      dataImportSchedule,
      version: deployment.version,
    };
    return this.#writer.report(initialStatus(first), signal);
  }

  #desired(object: JsonObject): Desired {
    const spec = specOf(object);
    return renderCluster({
      configuration: { written: spec, spec, annotations: annotationsOf(object) },
      cluster: this.#facts(object),
      owner: this.#owner(object),
      // the operand's own API checks what a patch annotation made of it
      checks: () => undefined,
    });
  }

  async #bringAbout(object: JsonObject, desired: Desired, signal: AbortSignal): Promise<Effects> {
    const owner = this.#owner(object);
    const unwanted = unwantedObjects(desired, owner);
    const known = [...desired.operands, ...unwanted];
    const actions = plan({
      wanted: desired.operands,
      unwanted,
      live: (key) => this.#work.live(known, key),
      remembered: (key) => this.#work.remembered(key),
      defaulting: (operand) => this.#settings.mirror.defaulting(operand),
    });
    const upgrading = isUpgrading(statusIn(object), desired.facts.deployment.version);
    const work = { about: object, upgrading, wanted: desired.operands };
    return this.#carryOut(actions, work, signal, [
      ...identities(owner, desired.facts).flatMap(({ operand }) =>
        refusalsOf(operand, desired).map(failureOf),
      ),
      ...actions.flatMap(obstacleFailure),
    ]);
  }

  async #carryOut(
    actions: Plan,
    work: Work,
    signal: AbortSignal,
    failures: readonly Failure[],
  ): Promise<Effects> {
    const done = await this.#work.carryOut(actions, work, signal);
    const refused = done.flatMap(refusedFailure);
    const stale = done.find(({ verdict }) => verdict.verdict === 'stale');
    const unknown = actions.find((action) => action.verb === 'wait' && action.obstacle.because === 'unknown');
    const again = refused[0]?.message ?? stale?.action.key ?? unknown?.key;
    return { done, failures: [...failures, ...refused], again };
  }

  async #uninstall(stored: JsonObject, signal: AbortSignal): Promise<WorkOutcome> {
    if (!finalizersOf(stored).includes(finalizer)) return this.#rest();
    const desired = this.#desired(stored);
    const objects = identities(this.#owner(stored), desired.facts);
    const { actions, done } = planUninstall(objects, (key) => this.#work.live(objects, key));
    if (done) {
      await this.#writer.release(releasePatch(stored), signal);
      return this.#rest();
    }
    const work = { about: stored, upgrading: false, wanted: [] };
    const effects = await this.#carryOut(actions, work, signal, []);
    if (effects.failures.length > 0)
      await this.#reporter.report(stored, { desired, failures: effects.failures }, signal);
    if (effects.again !== undefined) return { outcome: 'retry', because: effects.again };
    // the next wave may begin at once where nothing holds the objects
    return {
      outcome: 'again',
      delayMs: effects.done.some(({ verdict }) => verdict.verdict === 'removed') ? 0 : longestWaitMs,
    };
  }

  #facts(object: JsonObject): ClusterFacts {
    const kept = statusIn(object).dataImportSchedule;
    this.#schedule ??= drawImportSchedule(this.#settings.random);
    return gatherFacts(this.#settings.mirror, {
      deployment: this.#settings.deployment,
      operatorNamespace: this.#settings.namespace,
      dataImportSchedule: typeof kept === 'string' && kept !== '' ? kept : this.#schedule,
    });
  }

  #owner(object: JsonObject): Owner {
    const name = readAt(object, ['metadata', 'name']);
    return {
      name: typeof name === 'string' ? name : '',
      namespace: this.#settings.namespace,
      uid: uidOf(object),
    };
  }

  /** Looks again where an answer stands in for an object that the mirror has not shown. */
  #rest(): WorkOutcome {
    return this.#recent.pending() ? { outcome: 'again', delayMs: longestWaitMs } : { outcome: 'done' };
  }
}
