import type { Clock, KubernetesObject } from '@archipelago/apimachinery';
import type { WorkOutcome } from '@archipelago/kube-client';
import type { Finding } from '../../api/finding.ts';
import { Controller } from '../../engine/controller.ts';
import { Executor } from '../../engine/executor.ts';
import type { Writer } from '../../engine/mirrored-writer.ts';
import { nextLook } from '../../engine/next-look.ts';
import type { Action } from '../../engine/plan/action.ts';
import { earliest } from '../../engine/plan/plan.ts';
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

/** Between looks at objects that change one after the other, in milliseconds; at most a fifth of the time is spent planning. */
const pace = { pauseMs: 100, perPlanning: 5, longestPauseMs: 2_000 };
/** Nobody tells when a permission is granted. */
const longestRetryMs = 30_000;
/** Without a change, time alone may have run out for something. */
const longestSleepMs = 3_600_000;
const looks = { retryWithinMs: longestRetryMs, shortestSleepMs: pace.pauseMs, longestSleepMs };
const plansAtOnce = 8;
/** Longer than any mirror is behind. */
const staleTries = 12;

/** Brings builds in line with the MachineOSConfigs. Everything follows from the cluster, the registries and the time. */
export class LayeringController {
  readonly #settings: LayeringControllerSettings;
  readonly #controller: Controller;
  readonly #executor: Executor;
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
    this.#controller = new Controller({
      name: 'layering',
      clock: settings.clock,
      pace,
      reconnectWithinMs: longestRetryMs,
      pass: (signal, planned) => this.#pass(signal, planned),
      onProblem: settings.onProblem,
    });
  }

  /** Acts from now on, while `signal` is not aborted. */
  follow(signal: AbortSignal): void {
    this.#controller.lead(signal);
  }

  /** Something that is mirrored, or known of a registry, has changed. */
  look(): void {
    this.#controller.look();
  }

  async stop(): Promise<void> {
    await this.#controller.stop();
  }

  async #pass(signal: AbortSignal, planned: () => void): Promise<WorkOutcome> {
    const { mirror, clock, answers, deployment } = this.#settings;
    if (mirror.unread() !== undefined || !mirror.isInUse()) return { outcome: 'done' };
    const works = planPass({ mirror, answers: answers.all(), deployment, now: clock.now() });
    planned();
    answers.want(works.flatMap(({ plan }) => plan.questions));
    this.#tell(works);
    const done = await this.#carryOut(works, signal);
    // what was done shows in the mirror, which tells us; only time tells nobody
    const wakeAt = earliest(works.flatMap(({ plan }) => plan.wakeAt ?? []));
    return nextLook({ wakeAt }, done, clock.now(), looks);
  }

  async #carryOut(works: readonly Work[], signal: AbortSignal): Promise<readonly Done[]> {
    const busy = works.filter(({ plan }) => plan.actions.length > 0);
    const ended: Done[] = [];
    for (let start = 0; start < busy.length; start += plansAtOnce) {
      const some = busy.slice(start, start + plansAtOnce);
      const all = await Promise.all(some.map(({ plan }) => this.#executor.execute(plan.actions, { signal })));
      ended.push(...all.flat());
      throwUnanswered(ended);
      for (const [index, done] of all.entries()) this.#judge(some[index], done);
    }
    return ended;
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
