import type { Clock, KubernetesObject } from '@archipelago/apimachinery';
import { ApiConnectionError, type WorkOutcome, type Writer } from '@archipelago/kube-client';
import type { Finding } from '../../api/finding.ts';
import type { Planned } from '../../engine/controller.ts';
import { Executor } from '../../engine/executor.ts';
import { nextLook } from '../../engine/next-look.ts';
import type { Action } from '../../engine/plan/action.ts';
import { earliest } from '../../engine/plan/plan.ts';
import { type Done, isChange, undoneBecause } from '../../engine/verdict.ts';
import type { LayeringDeployment } from '../../layering/build-plan/layering-plan.ts';
import { fieldManager } from '../../reconcile/field-manager.ts';
import { writtenKinds } from './layering-kinds.ts';
import type { LayeringMirror } from './layering-mirror.ts';
import { layeringPace } from './layering-pace.ts';
import { layeringPolicy } from './layering-policy.ts';
import type { OutsideAnswers } from './outside-answers.ts';
import { PlanMemory } from './plan-memory.ts';
import { type PlannedMirror, planPass, type Work } from './plan-pass.ts';
import { toldBefore } from './told-before.ts';

export interface LayeringPassOptions {
  readonly client: Writer;
  readonly mirror: PlannedMirror & Pick<LayeringMirror, 'unread' | 'obstacle' | 'isInUse' | 'shown'>;
  readonly answers: Pick<OutsideAnswers, 'all' | 'want' | 'restore'>;
  readonly deployment: LayeringDeployment;
  readonly clock: Clock;
  readonly onDone: (action: Action) => void;
  /** What was found about a config, or about builds that are going, each time it is something else than before. */
  readonly onFinding: (config: KubernetesObject | undefined, finding: Finding) => void;
  readonly onProblem: (message: string) => void;
}

/** Nobody tells when a permission is granted. */
const longestRetryMs = 30_000;
/** Without a change, time alone may have run out for something. */
const longestSleepMs = 3_600_000;
const looks = { retryWithinMs: longestRetryMs, shortestSleepMs: layeringPace.pauseMs, longestSleepMs };
const plansAtOnce = 8;
/** Longer than any mirror is behind. */
const staleTries = 12;

/** Brings builds one step further in line with the MachineOSConfigs. All follows from the cluster, the registries and the time. */
export class LayeringPass {
  readonly #options: LayeringPassOptions;
  readonly #executor: Executor;
  readonly #memory = new PlanMemory();
  /** Somebody else may have led, and asked registries. */
  #isNew = true;
  /** By config: what was told already. */
  readonly #told = new Map<string, ReadonlySet<string>>();
  /** By work: what could not be written, and how often in a row. */
  readonly #undone = new Map<string, { readonly because: string; readonly count: number }>();

  constructor(options: LayeringPassOptions) {
    this.#options = options;
    this.#executor = new Executor({
      client: options.client,
      kinds: writtenKinds,
      fieldManager,
      policy: layeringPolicy,
      shown: (resource, name) => options.mirror.shown(resource, name),
      onDone: ({ action, verdict }) => {
        if (isChange(verdict)) options.onDone(action);
      },
    });
  }

  /** Another term of leadership begins. */
  begin(): void {
    this.#isNew = true;
  }

  /** One look at everything; `planned` is called when the plans are made. */
  async run(signal: AbortSignal, planned: Planned): Promise<WorkOutcome> {
    const { mirror, clock, answers, deployment } = this.#options;
    const obstacle = mirror.obstacle();
    const isRead = mirror.unread() === undefined;
    if (!mirror.isInUse() || (!isRead && obstacle === undefined)) return { outcome: 'done' };
    if (isRead) this.#recall();
    const works = planPass({
      mirror,
      answers: answers.all(),
      deployment,
      memory: this.#memory,
      obstacle,
      now: clock.now(),
    });
    planned(works.flatMap(({ plan }) => plan.actions));
    answers.want(works.flatMap(({ plan }) => plan.questions));
    this.#forgetOthers(works);
    this.#tell(works);
    const done = await this.#carryOut(works, signal);
    // what was done shows in the mirror, which tells us; only time tells nobody
    const wakeAt = earliest(works.flatMap(({ plan }) => plan.wakeAt ?? []));
    return nextLook({ wakeAt }, done, clock.now(), looks);
  }

  /** What whoever led before was told. */
  #recall(): void {
    const { answers, mirror, clock } = this.#options;
    if (this.#isNew) answers.restore(toldBefore(mirror, clock.now()));
    this.#isNew = false;
  }

  /** What becomes of one work is that one's: all others are carried out, too. */
  async #carryOut(works: readonly Work[], signal: AbortSignal): Promise<readonly Done[]> {
    const busy = works.filter(({ plan }) => plan.actions.length > 0);
    const ended: Done[] = [];
    for (let start = 0; start < busy.length; start += plansAtOnce) {
      const some = busy.slice(start, start + plansAtOnce);
      const all = await Promise.all(some.map(({ plan }) => this.#executor.execute(plan.actions, { signal })));
      ended.push(...all.flat());
      // nobody answers who does not lead any more
      if (signal.aborted) return ended;
      for (const [index, done] of all.entries()) this.#judge(some[index], done);
    }
    this.#tellUnanswered(ended);
    return ended;
  }

  /** A server that is gone says the same about everything: once in a pass will do. */
  #tellUnanswered(done: readonly Done[]): void {
    const problems = done.flatMap(({ verdict }) =>
      verdict.verdict === 'unanswered' || verdict.verdict === 'failed' ? [problemOf(verdict.error)] : [],
    );
    for (const problem of new Set(problems)) this.#options.onProblem(`layering: ${problem}`);
  }

  /**
   * What is refused is told, and a mistake of ours; what is out of date, or reached nobody, only when it stays so: then something
   * stands in the way that is not mirrored.
   */
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
    const finding = findingOf(because, done, count);
    if (finding !== undefined) this.#options.onFinding(about, finding);
  }

  /** Of what is gone nothing is remembered: who comes under its name begins anew. */
  #forgetOthers(works: readonly Work[]): void {
    const keys = new Set(works.map(({ key }) => key));
    for (const known of [this.#told, this.#undone])
      for (const key of known.keys()) if (!keys.has(key)) known.delete(key);
  }

  /** Each finding once, for as long as it is found. */
  #tell(works: readonly Work[]): void {
    for (const { key, about, plan } of works) {
      const before = this.#told.get(key);
      this.#told.set(key, new Set(plan.findings.map(textOf)));
      for (const finding of plan.findings)
        if (before?.has(textOf(finding)) !== true) this.#options.onFinding(about, finding);
    }
  }
}

function textOf({ reason, message }: Finding): string {
  return `${reason} ${message}`;
}

/** What there is to tell of a work after so many times in a row; undefined: nothing, or it was told. */
function findingOf(because: string, done: readonly Done[], count: number): Finding | undefined {
  const isMistake = done.some(({ verdict }) => verdict.verdict === 'failed');
  const isRefused = done.some(({ verdict }) => verdict.verdict === 'refused');
  if (count !== (isRefused || isMistake ? 1 : staleTries)) return undefined;
  return isMistake && !isRefused
    ? { level: 'error', reason: 'InternalError', message: `writing failed, report it as a bug: ${because}` }
    : {
        level: 'error',
        reason: 'WriteRefused',
        message: `${because}; correct what is in the way, or let the operator do it`,
      };
}

/** A server that cannot be reached comes back; everything else that is thrown is a mistake of ours. */
function isOurs(error: unknown): boolean {
  return !(error instanceof ApiConnectionError);
}

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return isOurs(error) ? (error.stack ?? error.message) : error.message;
}
