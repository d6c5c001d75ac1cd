import type { KubernetesObject } from '../../api/kubernetes-object.ts';
import type { SeenObject } from '../../api/seen-object.ts';
import { ApiConnectionError } from '../../kubernetes/api-connection-error.ts';
import type { KubernetesClient } from '../../kubernetes/kubernetes-client.ts';
import { createWorkQueue, type WorkOutcome, type WorkQueue } from '../../kubernetes/work-queue.ts';
import { printFieldRefusal } from '../../layering/api/check-against-schema.ts';
import { names } from '../../layering/api/layering-names.ts';
import { parseMachineOsConfig } from '../../layering/api/parse-machine-os-config.ts';
import type {
  LayeringAction,
  LayeringDeployment,
  LayeringFinding,
  LayeringPlan,
  ObservedObjects,
} from '../../layering/build-plan/layering-plan.ts';
import { planBuildRemoval } from '../../layering/build-plan/plan-build-removal.ts';
import { planLayering } from '../../layering/build-plan/plan-layering.ts';
import type { RegistryAnswer } from '../../layering/build-plan/registry-question.ts';
import type { Clock } from '../../time/clock.ts';
import { AwaitedWrites } from '../awaited-writes.ts';
import { carryOutLayering } from './carry-out-layering.ts';
import { resourceOfLayering } from './layering-kinds.ts';
import type { LayeringMirror } from './layering-mirror.ts';
import type { RegistryAnswers } from './registry-answers.ts';

export interface LayeringControllerSettings {
  readonly client: KubernetesClient;
  readonly mirror: Pick<LayeringMirror, 'groups' | 'configs' | 'unread' | 'isInUse' | 'observed' | 'shown'>;
  readonly answers: Pick<RegistryAnswers, 'all' | 'want'>;
  readonly deployment: LayeringDeployment;
  readonly clock: Clock;
  readonly onDone: (action: LayeringAction) => void;
  /** What was found about a config, or about builds that are going, each time it is something else than before. */
  readonly onFinding: (config: KubernetesObject | undefined, finding: LayeringFinding) => void;
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

/** One config, or the builds of a group that are going, with what is to be done about it. */
interface Work {
  /** Tells it from other work. */
  readonly key: string;
  readonly about: KubernetesObject | undefined;
  readonly plan: LayeringPlan;
}

/** Brings builds in line with the MachineOSConfigs. Everything follows from the cluster, the registries and the time. */
export class LayeringController {
  readonly #settings: LayeringControllerSettings;
  readonly #queue: WorkQueue<string>;
  readonly #awaited: AwaitedWrites;
  /** Ends with the leadership. */
  #signal = AbortSignal.abort();
  #startedAt = Number.NEGATIVE_INFINITY;
  #planningMs = 0;
  /** By config: what was told already. */
  readonly #told = new Map<string, string>();

  constructor(settings: LayeringControllerSettings) {
    this.#settings = settings;
    this.#awaited = new AwaitedWrites(settings.clock);
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
    this.#awaited.forget();
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
    if (this.#awaited.isBehind((resource, name) => mirror.shown(resource, name)))
      return { outcome: 'again', delayMs: pauseMs };
    const works = this.#plan();
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

  #plan(): readonly Work[] {
    const { mirror } = this.#settings;
    const observed = mirror.observed();
    const answers = this.#settings.answers.all();
    const works: Work[] = [];
    let started = 0;
    for (const group of mirror.groups()) {
      const seen = observed(group);
      for (const config of sorted(mirror.configs(group))) {
        const plan = this.#planConfig(config, { seen, answers, started });
        if (plan === undefined) continue;
        started += plan.actions.filter(isBuildJob).length;
        works.push({ key: `${group} ${config.metadata.uid ?? ''}`, about: config, plan });
      }
      const now = this.#settings.clock.now();
      const removal = planBuildRemoval({ observed: seen, answers, now });
      works.push({ key: `${group} removal`, about: undefined, plan: removal });
    }
    return works;
  }

  #planConfig(config: KubernetesObject, given: Given): LayeringPlan | undefined {
    const { deployment, clock } = this.#settings;
    // its builds go with it, by their owner
    if (config.metadata.deletionTimestamp !== undefined) return undefined;
    const parsed = parseMachineOsConfig(config);
    if (!parsed.ok)
      return {
        ...nothing,
        findings: parsed.refusals.map((refusal) => ({
          level: 'error',
          reason: 'InvalidConfig',
          message: printFieldRefusal(refusal),
        })),
      };
    return planLayering({
      config: parsed.config,
      observed: given.seen,
      answers: given.answers,
      deployment: { ...deployment, clusterJobs: deployment.clusterJobs - given.started },
      now: clock.now(),
    });
  }

  /** Why something was not done; undefined: all was. */
  async #carryOut(works: readonly Work[]): Promise<string | undefined> {
    const { client, mirror, onDone } = this.#settings;
    const shown = (object: SeenObject) => mirror.shown(resourceOfLayering(object), object);
    const settings = { client, awaited: this.#awaited, shown, onDone, signal: this.#signal };
    const busy = works.filter(({ plan }) => plan.actions.length > 0);
    let undone: string | undefined;
    for (let start = 0; start < busy.length; start += plansAtOnce) {
      const some = busy.slice(start, start + plansAtOnce);
      const verdicts = await allOf(some.map(({ plan }) => carryOutLayering(settings, plan.actions)));
      for (const verdict of verdicts) {
        if (verdict.verdict === 'done') continue;
        // what stands in the way of a write is not always something that is mirrored, and would tell us when it goes
        undone ??= verdict.verdict === 'stale' ? 'something is not as it was seen' : verdict.because;
        if (verdict.verdict === 'refused') this.#settings.onProblem(`layering: ${verdict.because}`);
      }
    }
    return undone;
  }

  #tell(works: readonly Work[]): void {
    const keys = new Set(works.map(({ key }) => key));
    for (const key of this.#told.keys()) if (!keys.has(key)) this.#told.delete(key);
    for (const { key, about, plan } of works) {
      const text = JSON.stringify(plan.findings);
      if (this.#told.get(key) === text) continue;
      this.#told.set(key, text);
      for (const finding of plan.findings) this.#settings.onFinding(about, finding);
    }
  }
}

interface Given {
  readonly seen: ObservedObjects;
  readonly answers: Readonly<Record<string, RegistryAnswer>>;
  /** Build jobs that plans of this pass start. */
  readonly started: number;
}

const nothing: LayeringPlan = { actions: [], questions: [], findings: [], wakeAt: undefined };

/** The same order in every pass: who comes first gets the jobs there are. */
function sorted(configs: readonly KubernetesObject[]): readonly KubernetesObject[] {
  return [...configs].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
}

function isBuildJob(action: LayeringAction): boolean {
  return (
    action.kind === 'create' &&
    action.object.kind === 'Job' &&
    action.object.metadata.labels?.[names.component] === 'build'
  );
}

/** Also where one fails, nothing is under way any more afterwards. */
async function allOf<T>(promises: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
