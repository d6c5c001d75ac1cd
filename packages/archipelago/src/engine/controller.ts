import type { Clock } from '@archipelago/apimachinery';
import {
  ApiConnectionError,
  createWorkQueue,
  type WorkOutcome,
  type WorkQueue,
  type WorkReport,
} from '@archipelago/kube-client';
import type { PassObserver } from './pass-observer.ts';
import type { Action } from './plan/action.ts';
import type { Tracing } from './tracing.ts';

/** How often a controller looks at most. */
interface Pace {
  /** From the beginning of one pass to that of the next, in milliseconds. */
  readonly pauseMs: number;
  /** So many times as long as the last plan took. */
  readonly perPlanning: number;
  readonly longestPauseMs: number;
}

/** One pass: look at what is there, plan, carry out. `planned` is called when the plan is made, with all of it or nothing. */
type Pass = (signal: AbortSignal, planned: Planned) => Promise<WorkOutcome>;

/** Hears that a plan is made. */
export type Planned = (actions?: readonly Action[]) => void;

interface ControllerOptions {
  /** Begins what it tells as a problem, and tells its metrics from others. */
  readonly name: string;
  readonly clock: Clock;
  readonly pace: Pace;
  /** However often the API server could not be reached, it is tried again within that; absent: as after any throw. */
  readonly reconnectWithinMs?: number | undefined;
  readonly pass: Pass;
  /** Absent: nobody traces. */
  readonly tracing?: Tracing | undefined;
  readonly onProblem: (message: string) => void;
  /** Hears of passes that are made while this process leads. */
  readonly observer?: PassObserver | undefined;
  /** Hears of every pass, of what it threw, too; absent: that is told as a problem. */
  readonly onPassed?: (report: WorkReport<string>) => void;
}

/** The loop of one planner: one pass at a time, after changes, when it is time, and again where something failed. */
export class Controller {
  readonly #options: ControllerOptions;
  readonly #queue: WorkQueue<string>;
  /** Ends with the leadership. */
  #signal = AbortSignal.abort();
  #startedAt = Number.NEGATIVE_INFINITY;
  #planningMs = 0;
  #isPassing = false;

  constructor(options: ControllerOptions) {
    this.#options = options;
    this.#queue = createWorkQueue({
      clock: options.clock,
      process: () => this.#process(),
      onTaken: (name, waitedMs) => {
        if (!this.#signal.aborted) options.observer?.waited(name, waitedMs);
      },
      onProcessed: (report) => this.#passed(report),
    });
    options.observer?.began(options.name, () => this.#queue.depth());
  }

  /** Acts from now on, while `signal` is not aborted; looks at once. */
  lead(signal: AbortSignal): void {
    this.#signal = signal;
    this.#queue.add(this.#options.name);
  }

  /** Something has changed: at once where the last look was long ago, else after the pause. */
  look(pauseMs = this.#pause()): void {
    if (this.#signal.aborted) return;
    const since = this.#options.clock.monotonic() - this.#startedAt;
    this.#queue.addAfter(this.#options.name, Math.max(0, pauseMs - since));
  }

  /** How long the pass under way has been running; undefined: none is. */
  busyMs(): number | undefined {
    return this.#isPassing ? this.#options.clock.monotonic() - this.#startedAt : undefined;
  }

  async stop(): Promise<void> {
    await this.#queue.shutdown();
  }

  #pause(): number {
    const { pauseMs, perPlanning, longestPauseMs } = this.#options.pace;
    return Math.min(longestPauseMs, Math.max(pauseMs, perPlanning * this.#planningMs));
  }

  async #process(): Promise<WorkOutcome> {
    const { clock, name, pass, tracing } = this.#options;
    const signal = this.#signal;
    if (signal.aborted) return { outcome: 'done' };
    this.#startedAt = clock.monotonic();
    this.#isPassing = true;
    try {
      const run = () => pass(signal, (actions) => this.#planned(actions));
      return await (tracing?.pass(name, run) ?? run());
    } catch (error) {
      return this.#failed(error, signal);
    } finally {
      this.#isPassing = false;
    }
  }

  #planned(actions: Parameters<Parameters<Pass>[1]>[0]): void {
    const { clock, name, observer } = this.#options;
    this.#planningMs = clock.monotonic() - this.#startedAt;
    if (actions !== undefined) observer?.planned(name, actions);
  }

  /** A server that cannot be reached comes back; a mistake of ours is told where all passes end. */
  #failed(error: unknown, signal: AbortSignal): WorkOutcome {
    if (signal.aborted) return { outcome: 'done' };
    const { name, onProblem, reconnectWithinMs: withinMs } = this.#options;
    if (!(error instanceof ApiConnectionError) || withinMs === undefined) throw error;
    onProblem(`${name}: ${error.message}`);
    return { outcome: 'retry', because: error.message, withinMs };
  }

  #passed(report: WorkReport<string>): void {
    const { name, onProblem, onPassed, observer } = this.#options;
    const { result } = report;
    if (!this.#signal.aborted) observer?.passed(name, report);
    if (onPassed !== undefined) onPassed(report);
    else if (result.outcome === 'threw') onProblem(`${name}: ${textOf(result.error)}`);
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
