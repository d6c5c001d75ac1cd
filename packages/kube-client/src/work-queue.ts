import { type Backoff, backoffBoundMs, type Clock, systemClock } from '@archipelago/apimachinery';

/** What processing a key led to. */
export type WorkOutcome =
  | { readonly outcome: 'done' }
  /** Process the key again after `delayMs`, whatever else happens. */
  | { readonly outcome: 'again'; readonly delayMs: number }
  /** Not done, a conflict say: again after a wait that doubles with each failure. */
  | {
      readonly outcome: 'retry';
      readonly because: string;
      /** The wait is not longer than this, however many failures there were. */
      readonly withinMs?: number;
    };

/** One processed key, for logs and metrics. */
export interface WorkReport<K> {
  readonly key: K;
  readonly durationMs: number;
  /** Failures in a row, this one included; 0 after success. */
  readonly failures: number;
  readonly result: WorkOutcome | { readonly outcome: 'threw'; readonly error: unknown };
}

interface WorkQueueOptions<K> {
  /** Brings the world in line for one key. `signal` is aborted by `shutdown`. What it throws is a retry. */
  readonly process: (key: K, signal: AbortSignal) => Promise<WorkOutcome>;
  /** Called after every processing; the one place where exceptions of `process` surface. Must not throw. */
  readonly onProcessed?: (report: WorkReport<K>) => void;
  /** Called when a key is taken: how long it has waited since it was added, or since its delay was over. Must not throw. */
  readonly onTaken?: (key: K, waitedMs: number) => void;
  /** Keys processed at the same time, 1 when absent. */
  readonly concurrency?: number;
  readonly backoff?: Backoff;
  readonly clock?: Clock;
}

/**
 * Keys to be processed: each at most once at a time, each waiting at most once, first come first
 * served. A key added while it is processed is processed once more afterwards. Keys are compared as
 * Map does; use strings.
 */
export interface WorkQueue<K> {
  add(key: K): void;
  /** Adds later; of several such calls the earliest counts. */
  addAfter(key: K, delayMs: number): void;
  /** Keys waiting to be processed now, those included that wait for their own processing to end. */
  depth(): number;
  /** Takes no more keys, drops waiting ones, aborts and awaits the ones being processed. */
  shutdown(): Promise<void>;
}

const defaultBackoff: Backoff = { baseMs: 50, capMs: 300_000 };

/** Makes a queue; processing begins with the first key. */
export function createWorkQueue<K>(options: WorkQueueOptions<K>): WorkQueue<K> {
  return new DedupingQueue(options);
}

interface Timer {
  readonly due: number;
  cancel(): void;
}

class DedupingQueue<K> implements WorkQueue<K> {
  readonly #options: WorkQueueOptions<K>;
  readonly #clock: Clock;
  readonly #stopping = new AbortController();
  /** In the order of arrival, and since when. */
  readonly #waiting = new Map<K, number>();
  readonly #running = new Map<K, Promise<void>>();
  /** Added while running, and when. */
  readonly #dirty = new Map<K, number>();
  readonly #failures = new Map<K, number>();
  readonly #delayed = new Map<K, Timer>();
  readonly #retries = new Map<K, Timer>();

  constructor(options: WorkQueueOptions<K>) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  add(key: K): void {
    if (this.#stopping.signal.aborted) {
      return;
    }
    this.#addSince(key, this.#clock.monotonic());
  }

  #addSince(key: K, since: number): void {
    const waiting = this.#running.has(key) ? this.#dirty : this.#waiting;
    if (!waiting.has(key)) waiting.set(key, since);
    // Not inside `add`: keys added in the same breath are one piece of work.
    if (waiting === this.#waiting) queueMicrotask(() => this.#startMore());
  }

  addAfter(key: K, delayMs: number): void {
    if (delayMs <= 0) {
      this.add(key);
    } else {
      this.#addLater(this.#delayed, key, delayMs);
    }
  }

  depth(): number {
    return this.#waiting.size + this.#dirty.size;
  }

  async shutdown(): Promise<void> {
    this.#stopping.abort();
    this.#waiting.clear();
    this.#dirty.clear();
    for (const timers of [this.#delayed, this.#retries]) {
      for (const timer of timers.values()) {
        timer.cancel();
      }
      timers.clear();
    }
    await Promise.all(this.#running.values());
  }

  #addLater(timers: Map<K, Timer>, key: K, delayMs: number): void {
    const due = this.#clock.monotonic() + delayMs;
    const earlier = timers.get(key);
    if (this.#stopping.signal.aborted || (earlier !== undefined && earlier.due <= due)) {
      return;
    }
    earlier?.cancel();
    const cancel = this.#clock.after(delayMs, () => {
      timers.delete(key);
      this.add(key);
    });
    timers.set(key, { due, cancel });
  }

  #startMore(): void {
    for (const [key, since] of this.#waiting) {
      if (this.#running.size >= (this.#options.concurrency ?? 1)) {
        return;
      }
      this.#waiting.delete(key);
      this.#retries.get(key)?.cancel();
      this.#retries.delete(key);
      this.#options.onTaken?.(key, this.#clock.monotonic() - since);
      this.#running.set(key, this.#run(key));
    }
  }

  async #run(key: K): Promise<void> {
    const started = this.#clock.monotonic();
    const result = await this.#process(key);
    this.#running.delete(key);
    const failures = this.#settle(key, result);
    const durationMs = this.#clock.monotonic() - started;
    this.#options.onProcessed?.({ key, durationMs, failures, result });
    const since = this.#dirty.get(key);
    this.#dirty.delete(key);
    if (since !== undefined) {
      this.#addSince(key, since);
    }
    this.#startMore();
  }

  async #process(key: K): Promise<WorkReport<K>['result']> {
    try {
      return await this.#options.process(key, this.#stopping.signal);
    } catch (error) {
      return { outcome: 'threw', error };
    }
  }

  /** Schedules what the result asks for; gives the failures in a row. */
  #settle(key: K, result: WorkReport<K>['result']): number {
    switch (result.outcome) {
      case 'done':
        this.#failures.delete(key);
        return 0;
      case 'again':
        this.#failures.delete(key);
        this.addAfter(key, result.delayMs);
        return 0;
      case 'retry':
      case 'threw': {
        const failures = (this.#failures.get(key) ?? 0) + 1;
        this.#failures.set(key, failures);
        const delayMs = backoffBoundMs(this.#options.backoff ?? defaultBackoff, failures - 1);
        const { withinMs = delayMs } = result.outcome === 'retry' ? result : {};
        this.#addLater(this.#retries, key, Math.min(delayMs, withinMs));
        return failures;
      }
    }
  }
}
