import type { Clock } from '@archipelago/apimachinery';
import {
  ApiConnectionError,
  createWorkQueue,
  type WorkOutcome,
  type WorkQueue,
} from '@archipelago/kube-client';
import type { Writer } from '../../engine/mirrored-writer.ts';
import type { PlanFinding } from '../../golden-images/boot-source.ts';
import type { BootSourceAction } from '../../golden-images/boot-source-action.ts';
import type { Owner } from '../../golden-images/ownership.ts';
import { type BootSourcePlanInput, planBootSources } from '../../golden-images/plan-boot-sources.ts';
import { isAnyLeft, planRemoval, planSupportObjects } from '../../golden-images/plan-support-objects.ts';
import { fieldManager } from '../../reconcile/field-manager.ts';
import type { BootSourceMirror } from './boot-source-mirror.ts';
import { type ActionVerdict, type CarryOutSettings, carryOut } from './carry-out.ts';
import { printGoing } from './print-going.ts';

export interface BootSourceControllerSettings {
  readonly client: Pick<Writer, 'create' | 'patch' | 'delete'>;
  readonly mirror: Pick<BootSourceMirror, 'unread' | 'isServed' | 'observed' | 'support'>;
  readonly clock: Clock;
  /** An action was carried out. */
  readonly onDone: (action: BootSourceAction) => void;
  /** What went wrong, or the findings, have changed. */
  readonly onNews: () => void;
  readonly onProblem: (message: string) => void;
}

/** What the boot sources are to follow from. */
export type WantedImages = Pick<
  BootSourcePlanInput,
  'templates' | 'multiArchitecture' | 'workload' | 'owner' | 'namespace' | 'gracePeriod'
>;

/** What the last pass could not do. */
export type Trouble = Exclude<ActionVerdict, { verdict: 'done' | 'stale' }>;

const whole = 'boot sources';
/** Between looks at objects that change by the thousand, in milliseconds. */
export const pauseMs = 100;
/** The same for thousands of images, whose plan takes longer than that: at most a fifth of the time is spent planning. */
const pausePerPlanning = 5;
const longestPauseMs = 2_000;

/** Keeps DataImportCrons and DataSources in line with the golden images, where SSP does not. */
export class BootSourceController {
  readonly #settings: BootSourceControllerSettings;
  readonly #queue: WorkQueue<string>;
  #wanted: WantedImages | undefined;
  /** Planning is dear; most reconciles want the same as the one before. */
  #wantedText = '';
  /** Ends with the leadership. */
  #signal = AbortSignal.abort();
  #trouble: readonly Trouble[] = [];
  #findings: readonly PlanFinding[] = [];
  #startedAt = Number.NEGATIVE_INFINITY;
  /** What the last plan took. */
  #planningMs = 0;
  /** Requests of a plan are under way: what they lead to is not known yet. */
  #isActing = false;
  #removingSince: number | undefined;

  constructor(settings: BootSourceControllerSettings) {
    this.#settings = settings;
    this.#queue = createWorkQueue({
      clock: settings.clock,
      process: () => this.#process(),
      onProcessed: ({ result }) => {
        if (result.outcome === 'threw')
          settings.onProblem(
            `boot sources: ${result.error instanceof Error ? result.error.message : result.error}`,
          );
      },
    });
  }

  /** What is wanted from now on, while `signal` is not aborted. */
  follow(wanted: WantedImages, signal: AbortSignal): void {
    const text = JSON.stringify(wanted);
    if (this.#wanted !== undefined && text === this.#wantedText && signal === this.#signal) return;
    this.#wanted = wanted;
    this.#wantedText = text;
    this.#removingSince = undefined;
    this.#signal = signal;
    this.#queue.add(whole);
  }

  /** Nothing is done any more; what was made stays. */
  leave(): void {
    this.#wanted = undefined;
    this.#tell([], []);
  }

  /** Something that is mirrored has changed. */
  look(): void {
    if (this.#wanted === undefined) return;
    const since = this.#settings.clock.monotonic() - this.#startedAt;
    const pause = Math.min(longestPauseMs, Math.max(pauseMs, pausePerPlanning * this.#planningMs));
    this.#queue.addAfter(whole, Math.max(0, pause - since));
  }

  trouble(): readonly Trouble[] {
    return this.#trouble;
  }

  findings(): readonly PlanFinding[] {
    return this.#findings;
  }

  /** One step towards nothing of ours being left. */
  async remove(owner: Owner, signal: AbortSignal): Promise<RemovalStep> {
    const { mirror, clock } = this.#settings;
    this.#wanted = undefined;
    this.#removingSince ??= clock.monotonic();
    const unread = this.#isActing ? 'a plan of boot sources is being carried out' : mirror.unread();
    if (unread !== undefined) return { state: 'waiting', because: unread, trouble: [] };
    const observed = mirror.observed();
    const because = printGoing(observed, owner);
    const actions = planRemoval({ observed, support: mirror.support(), owner });
    if (actions.length === 0 && !isAnyLeft(observed, owner)) return { state: 'gone' };
    const wrong = troubleOf(await this.#carryOut(actions, { signal, isWanted: () => true }));
    const isLate = clock.monotonic() - this.#removingSince > longestRemovalMs && actions.length === 0;
    const late: readonly Trouble[] = isLate ? [{ verdict: 'refused', because, forbidden: false }] : [];
    return { state: 'waiting', because, trouble: [...wrong, ...late] };
  }

  async stop(): Promise<void> {
    await this.#queue.shutdown();
  }

  async #process(): Promise<WorkOutcome> {
    try {
      return await this.#pass();
    } catch (error) {
      if (!(error instanceof ApiConnectionError)) throw error;
      if (this.#signal.aborted) return { outcome: 'done' };
      this.#settings.onProblem(`boot sources: ${error.message}`);
      return { outcome: 'retry', because: error.message, withinMs: longestRetryMs };
    }
  }

  async #pass(): Promise<WorkOutcome> {
    const wanted = this.#wanted;
    const { mirror, clock } = this.#settings;
    if (wanted === undefined || this.#signal.aborted) return { outcome: 'done' };
    this.#startedAt = clock.monotonic();
    if (mirror.unread() !== undefined) return { outcome: 'done' };
    if (!mirror.isServed()) {
      this.#tell([], []);
      return { outcome: 'done' };
    }
    const now = clock.now();
    const support = planSupportObjects(wanted.namespace, wanted.owner, mirror.support());
    const plan = planBootSources({ ...wanted, observed: mirror.observed(), now });
    this.#planningMs = clock.monotonic() - this.#startedAt;
    const wrong = await this.#bringAbout([...support, ...plan.actions], wanted);
    if (this.#wanted !== undefined) this.#tell(troubleOf(wrong), plan.findings);
    const [first] = wrong;
    if (first !== undefined) return { outcome: 'retry', because: first.because, withinMs: longestRetryMs };
    if (support.length + plan.actions.length > 0) return { outcome: 'again', delayMs: pauseMs };
    return plan.wakeAt === undefined
      ? { outcome: 'done' }
      : { outcome: 'again', delayMs: Math.max(0, plan.wakeAt - now) };
  }

  /** Others may take over, and a template that was taken away may come back, before a long plan is done. */
  async #bringAbout(actions: readonly BootSourceAction[], planned: WantedImages): Promise<Wrong> {
    const isWanted = ({ kind }: BootSourceAction) =>
      this.#wanted === planned || (this.#wanted !== undefined && kind !== 'delete');
    this.#isActing = true;
    try {
      return await this.#carryOut(actions, { signal: this.#signal, isWanted });
    } finally {
      this.#isActing = false;
    }
  }

  #carryOut(
    actions: readonly BootSourceAction[],
    how: Pick<CarryOutSettings, 'signal' | 'isWanted'>,
  ): Promise<Wrong> {
    const { client, onDone } = this.#settings;
    return carryOut({ client, fieldManager, onDone, ...how }, actions);
  }

  #tell(trouble: readonly Trouble[], findings: readonly PlanFinding[]): void {
    const isNews = JSON.stringify([trouble, findings]) !== JSON.stringify([this.#trouble, this.#findings]);
    this.#trouble = trouble;
    this.#findings = findings;
    if (isNews) this.#settings.onNews();
  }
}

/** How far removing has come. */
export type RemovalStep =
  | { readonly state: 'gone' }
  | { readonly state: 'waiting'; readonly because: string; readonly trouble: readonly Trouble[] };

/** Nobody tells when a permission is granted or a namespace made. */
const longestRetryMs = 30_000;

/** Longer than CDI takes to let boot sources go. */
const longestRemovalMs = 60_000;

type Wrong = Awaited<ReturnType<typeof carryOut>>;

function troubleOf(wrong: Wrong): readonly Trouble[] {
  return wrong.filter((verdict) => verdict.verdict === 'refused');
}
