import type { Clock } from '@archipelago/apimachinery';
import type { WorkOutcome, Writer } from '@archipelago/kube-client';
import { Controller, type Planned } from '../../engine/controller.ts';
import type { ExecutionPolicy } from '../../engine/execution-policy.ts';
import { Executor, type Term } from '../../engine/executor.ts';
import { nextLook } from '../../engine/next-look.ts';
import type { PassObserver } from '../../engine/pass-observer.ts';
import type { Action } from '../../engine/plan/action.ts';
import type { Tracing } from '../../engine/tracing.ts';
import { type Done, isChange, mistakesIn, throwUnanswered } from '../../engine/verdict.ts';
import type { PlanFinding } from '../../golden-images/boot-sources/boot-source.ts';
import type { Owner } from '../../golden-images/boot-sources/ownership.ts';
import {
  type BootSourcePlanInput,
  planBootSources,
} from '../../golden-images/boot-sources/plan-boot-sources.ts';
import {
  isAnyLeft,
  planRemoval,
  planSupportObjects,
} from '../../golden-images/boot-sources/plan-support-objects.ts';
import { fieldManager } from '../../reconcile/field-manager.ts';
import { bootSourceKinds, supportKinds } from './boot-source-kinds.ts';
import type { BootSourceMirror } from './boot-source-mirror.ts';
import { printGoing } from './print-going.ts';

export interface BootSourcePassOptions {
  readonly client: Writer;
  readonly mirror: Pick<BootSourceMirror, 'unread' | 'forbidden' | 'isServed' | 'observed' | 'support'>;
  readonly clock: Clock;
  readonly tracing?: Tracing | undefined;
  /** An action was carried out. */
  readonly onDone: (action: Action) => void;
  /** What went wrong, or the findings, have changed. */
  readonly onNews: () => void;
  readonly onProblem: (message: string) => void;
  readonly observer?: PassObserver | undefined;
}

/** What the boot sources are to follow from. */
export type WantedImages = Pick<
  BootSourcePlanInput,
  'templates' | 'multiArchitecture' | 'workload' | 'owner' | 'namespace' | 'gracePeriod'
>;

/** What the last pass could not do. */
export interface Trouble {
  readonly because: string;
  readonly forbidden: boolean;
}

/** A plan is safe in its order: what it takes away is replaced before. */
const policy: ExecutionPolicy = {
  parallel: { creates: 8 },
  onStale: 'deleteNothing',
  onRefusal: 'continue',
};

/** Between looks at objects that change by the thousand, in milliseconds. */
export const pauseMs = 100;
/** The same for thousands of images, whose plan takes longer than that: at most a fifth of the time is spent planning. */
const pace = { pauseMs, perPlanning: 5, longestPauseMs: 2_000 };

/** Keeps DataImportCrons and DataSources in line with the golden images, where SSP does not. */
export class BootSourcePass {
  readonly #options: BootSourcePassOptions;
  readonly #controller: Controller;
  readonly #executor: Executor;
  #wanted: WantedImages | undefined;
  /** Planning is dear; most reconciles want the same as the one before. */
  #wantedText = '';
  #signal: AbortSignal | undefined;
  #trouble: readonly Trouble[] = [];
  #findings: readonly PlanFinding[] = [];
  /** Requests of a plan are under way: what they lead to is not known yet. */
  #isActing = false;
  #removingSince: number | undefined;
  /** What may not be read, when that was looked at last. */
  #lost = '';

  constructor(options: BootSourcePassOptions) {
    this.#options = options;
    this.#executor = new Executor({
      client: options.client,
      kinds: [...Object.values(bootSourceKinds), ...Object.values(supportKinds)],
      fieldManager,
      policy,
      onDone: ({ action, verdict }) => {
        if (isChange(verdict)) options.onDone(action);
      },
    });
    this.#controller = new Controller({
      name: 'golden-images',
      clock: options.clock,
      tracing: options.tracing,
      pace,
      reconnectWithinMs: longestRetryMs,
      pass: (signal, planned) => this.#pass(signal, planned),
      onProblem: options.onProblem,
      observer: options.observer,
    });
  }

  /** What is wanted from now on, while `signal` is not aborted. */
  follow(wanted: WantedImages, signal: AbortSignal): void {
    const text = JSON.stringify(wanted);
    if (this.#wanted !== undefined && text === this.#wantedText && signal === this.#signal) {
      this.#lookAtRights();
      return;
    }
    this.#wanted = wanted;
    this.#wantedText = text;
    this.#removingSince = undefined;
    this.#signal = signal;
    this.#controller.lead(signal);
  }

  /** A right that was taken away, or given back, changes no object. */
  #lookAtRights(): void {
    const lost = this.#options.mirror.forbidden().join();
    if (lost !== this.#lost) this.#controller.look();
    this.#lost = lost;
  }

  /** Nothing is done any more; what was made stays. */
  leave(): void {
    this.#wanted = undefined;
    this.#tell([], []);
  }

  /** Something that is mirrored has changed. */
  look(): void {
    if (this.#wanted !== undefined) this.#controller.look();
  }

  trouble(): readonly Trouble[] {
    return this.#trouble;
  }

  findings(): readonly PlanFinding[] {
    return this.#findings;
  }

  /** One step towards nothing of ours being left. */
  async remove(owner: Owner, signal: AbortSignal): Promise<RemovalStep> {
    const { mirror, clock } = this.#options;
    this.#wanted = undefined;
    this.#removingSince ??= clock.monotonic();
    const unread = this.#isActing ? 'a plan of boot sources is being carried out' : mirror.unread();
    if (unread !== undefined) return { state: 'waiting', because: unread, trouble: [] };
    const observed = mirror.observed();
    const because = printGoing(observed, owner);
    const { actions } = planRemoval({ observed, support: mirror.support(), owner });
    if (actions.length === 0 && !isAnyLeft(observed, owner)) return { state: 'gone' };
    const wrong = troubleOf(await this.#carryOut(actions, { signal }));
    const isLate = clock.monotonic() - this.#removingSince > longestRemovalMs && actions.length === 0;
    const late: readonly Trouble[] = isLate ? [{ because, forbidden: false }] : [];
    return { state: 'waiting', because, trouble: [...wrong, ...late] };
  }

  async stop(): Promise<void> {
    await this.#controller.stop();
  }

  async #pass(signal: AbortSignal, planned: Planned): Promise<WorkOutcome> {
    const wanted = this.#wanted;
    const { mirror, clock } = this.#options;
    if (wanted === undefined) return { outcome: 'done' };
    const unread = mirror.unread();
    if (unread !== undefined) return waiting(unread, mirror.forbidden().length > 0);
    if (!mirror.isServed()) {
      this.#tell([], []);
      return { outcome: 'done' };
    }
    const now = clock.now();
    const support = planSupportObjects(wanted.namespace, wanted.owner, mirror.support());
    const sources = planBootSources({ ...wanted, observed: mirror.observed(), now });
    const plan = { ...sources, actions: [...support.actions, ...sources.actions] };
    planned(plan.actions);
    const done = await this.#bringAbout(plan.actions, wanted, signal);
    if (this.#wanted !== undefined) this.#tell(troubleOf(done), plan.findings);
    const [lost] = mirror.forbidden();
    return lost === undefined
      ? nextLook(plan, done, now, { afterWritesMs: pauseMs, retryWithinMs: longestRetryMs })
      : waiting(lost, true);
  }

  /** Others may take over, and a template that was taken away may come back, before a long plan is done. */
  async #bringAbout(
    actions: readonly Action[],
    planned: WantedImages,
    signal: AbortSignal,
  ): Promise<readonly Done[]> {
    const isWanted = ({ kind }: Action) =>
      this.#wanted === planned || (this.#wanted !== undefined && kind !== 'delete');
    this.#isActing = true;
    try {
      return await this.#carryOut(actions, { signal, isWanted });
    } finally {
      this.#isActing = false;
    }
  }

  async #carryOut(actions: readonly Action[], term: Term): Promise<readonly Done[]> {
    const done = await this.#executor.execute(actions, term);
    for (const mistake of mistakesIn(done)) this.#options.onProblem(`boot sources: ${mistake}`);
    throwUnanswered(done);
    return done;
  }

  #tell(trouble: readonly Trouble[], findings: readonly PlanFinding[]): void {
    const isNews = JSON.stringify([trouble, findings]) !== JSON.stringify([this.#trouble, this.#findings]);
    this.#trouble = trouble;
    this.#findings = findings;
    if (isNews) this.#options.onNews();
  }
}

/** How far removing has come. */
export type RemovalStep =
  | { readonly state: 'gone' }
  | { readonly state: 'waiting'; readonly because: string; readonly trouble: readonly Trouble[] };

/** Nobody tells when a permission is granted or a namespace made. */
const longestRetryMs = 30_000;

/** What is being read wakes the controller when it has been; a right that is missing is work that is not done. */
function waiting(because: string, isForbidden: boolean): WorkOutcome {
  return isForbidden ? { outcome: 'retry', because, withinMs: longestRetryMs } : { outcome: 'done' };
}

/** Longer than CDI takes to let boot sources go. */
const longestRemovalMs = 60_000;

function troubleOf(done: readonly Done[]): readonly Trouble[] {
  return done.flatMap(({ verdict }) => {
    if (verdict.verdict === 'failed')
      return [{ because: `${verdict.because}; report it as a bug of the operator`, forbidden: false }];
    if (verdict.verdict !== 'refused') return [];
    const { because, forbidden } = verdict;
    return [{ because, forbidden }];
  });
}
