import type { Clock, KubernetesObject } from '@archipelago/apimachinery';
import {
  ApiConnectionError,
  createWorkQueue,
  type WorkOutcome,
  type WorkQueue,
} from '@archipelago/kube-client';
import { Executor } from '../../engine/executor.ts';
import type { Writer } from '../../engine/mirrored-writer.ts';
import type { Action } from '../../engine/plan/action.ts';
import type { Finding } from '../../engine/plan/plan.ts';
import { type Done, isChange, throwUnanswered, undoneBecause } from '../../engine/verdict.ts';
import type { LayeringDeployment } from '../../layering/build-plan/layering-plan.ts';
import { fieldManager } from '../../reconcile/field-manager.ts';
import { writtenKinds } from './layering-kinds.ts';
import type { LayeringMirror } from './layering-mirror.ts';
import { layeringPolicy } from './layering-policy.ts';
import { type PlannedMirror, planPass, type Work } from './plan-pass.ts';
import type { RegistryAnswers } from './registry-answers.ts';

export interface LayeringControllerSettings {
  readonly client: Writer;
  readonly mirror: PlannedMirror & Pick<LayeringMirror, 'unread' | 'isInUse' | 'shown'>;
  readonly answers: Pick<RegistryAnswers, 'all' | 'want'>;
  readonly deployment: LayeringDeployment;
  readonly clock: Clock;
  readonly onDone: (action: Action) => void;
  /** What was found about a config, or about builds that are going, each time it is something else than before. */
  readonly onFinding: (config: KubernetesObject | undefined, finding: Finding) => void;
  readonly onProblem: (message: string) => void;
}

const whole = 'layering';
/** Between looks at objects that change one after the other, in milliseconds. */
const pauseMs = 100;
/** At most a fifth of the time is spent planning. */
const pausePerPlanning = 5;
const longestPauseMs = 2_000;
/** Nobody tells when a permission is granted. */
const longestRetryMs = 30_000;
/** Without a change, time alone may have run out for something. */
const longestSleepMs = 3_600_000;
const plansAtOnce = 8;
/** Longer than any mirror is behind. */
const staleTries = 12;

/** Brings builds in line with the MachineOSConfigs. Everything follows from the cluster, the registries and the time. */
export class LayeringController {
  readonly #settings: LayeringControllerSettings;
  readonly #queue: WorkQueue<string>;
  readonly #executor: Executor;
  /** Ends with the leadership. */
  #signal = AbortSignal.abort();
  #startedAt = Number.NEGATIVE_INFINITY;
  #planningMs = 0;
  /** By config: what was told already. */
  readonly #told = new Map<string, ReadonlySet<string>>();
  /** By work: what could not be written, and how often in a row. */
  readonly #undone = new Map<string, { readonly because: string; readonly count: number }>();

  constructor(settings: LayeringControllerSettings) {
    this.#settings = settings;
    this.#executor = new Executor({
      client: settings.client,
      kinds: writtenKinds,
      fieldManager,
      policy: layeringPolicy,
      shown: (resource, name) => settings.mirror.shown(resource, name),
      onDone: ({ action, verdict }) => {
        if (isChange(verdict)) settings.onDone(action);
      },
    });
    this.#queue = createWorkQueue({
      clock: settings.clock,
      process: () => this.#process(),
      onProcessed: ({ result }) => {
        if (result.outcome === 'threw')
          settings.onProblem(
            `layering: ${result.error instanceof Error ? (result.error.stack ?? result.error.message) : result.error}`,
          );
      },
    });
  }

  /** Acts from now on, while `signal` is not aborted. */
  follow(signal: AbortSignal): void {
    this.#signal = signal;
    this.#queue.add(whole);
  }

  /** Something that is mirrored, or known of a registry, has changed. */
  look(): void {
    if (this.#signal.aborted) return;
    const since = this.#settings.clock.monotonic() - this.#startedAt;
    const pause = Math.min(longestPauseMs, Math.max(pauseMs, pausePerPlanning * this.#planningMs));
    this.#queue.addAfter(whole, Math.max(0, pause - since));
  }

  async stop(): Promise<void> {
    await this.#queue.shutdown();
  }

  async #process(): Promise<WorkOutcome> {
    if (this.#signal.aborted) return { outcome: 'done' };
    try {
      return await this.#pass();
    } catch (error) {
      if (!(error instanceof ApiConnectionError)) throw error;
      if (this.#signal.aborted) return { outcome: 'done' };
      this.#settings.onProblem(`layering: ${error.message}`);
      return { outcome: 'retry', because: error.message, withinMs: longestRetryMs };
    }
  }

  async #pass(): Promise<WorkOutcome> {
    const { mirror, clock, answers } = this.#settings;
    this.#startedAt = clock.monotonic();
    if (mirror.unread() !== undefined || !mirror.isInUse()) return { outcome: 'done' };
    const { deployment } = this.#settings;
    const works = planPass({ mirror, answers: answers.all(), deployment, now: clock.now() });
    this.#planningMs = clock.monotonic() - this.#startedAt;
    answers.want(works.flatMap(({ plan }) => plan.questions));
    this.#tell(works);
    const undone = await this.#carryOut(works);
    if (undone !== undefined) return { outcome: 'retry', because: undone, withinMs: longestRetryMs };
    // what was done shows in the mirror, which tells us; only time tells nobody
    const wakes = works.flatMap(({ plan }) => plan.wakeAt ?? []);
    const next = wakes.reduce((first, at) => Math.min(first, at), clock.now() + longestSleepMs);
    return { outcome: 'again', delayMs: Math.max(pauseMs, next - clock.now()) };
  }

  /** Why something was not done; undefined: all was. */
  async #carryOut(works: readonly Work[]): Promise<string | undefined> {
    const term = { signal: this.#signal };
    const busy = works.filter(({ plan }) => plan.actions.length > 0);
    let undone: string | undefined;
    for (let start = 0; start < busy.length; start += plansAtOnce) {
      const some = busy.slice(start, start + plansAtOnce);
      const all = await Promise.all(some.map(({ plan }) => this.#executor.execute(plan.actions, term)));
      throwUnanswered(all.flat());
      for (const [index, done] of all.entries()) {
        this.#judge(some[index], done);
        undone ??= undoneBecause(done);
      }
    }
    return undone;
  }

  /** What is refused is told; what is out of date only when it stays so: then something stands in the way that is not mirrored. */
  #judge(work: Work | undefined, done: readonly Done[]): void {
    if (work === undefined) return;
    const because = undoneBecause(done);
    const { key, about } = work;
    if (because === undefined) {
      this.#undone.delete(key);
      return;
    }
    const before = this.#undone.get(key);
    const count = before?.because === because ? before.count + 1 : 1;
    this.#undone.set(key, { because, count });
    const isRefused = done.some(({ verdict }) => verdict.verdict === 'refused');
    if (count !== (isRefused ? 1 : staleTries)) return;
    const message = `${because}; correct what is in the way, or let the operator do it`;
    this.#settings.onFinding(about, { level: 'error', reason: 'WriteRefused', message });
  }

  /** Each finding once, for as long as it is found. */
  #tell(works: readonly Work[]): void {
    const keys = new Set(works.map(({ key }) => key));
    for (const key of this.#told.keys()) if (!keys.has(key)) this.#told.delete(key);
    for (const { key, about, plan } of works) {
      const before = this.#told.get(key);
      this.#told.set(key, new Set(plan.findings.map(textOf)));
      for (const finding of plan.findings)
        if (before?.has(textOf(finding)) !== true) this.#settings.onFinding(about, finding);
    }
  }
}

function textOf({ reason, message }: Finding): string {
  return `${reason} ${message}`;
}
