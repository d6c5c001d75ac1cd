import type { Clock } from '@archipelago/apimachinery';
import type { Span } from './span.ts';

interface SpanQueueOptions {
  /** Sends spans; rejects where they did not arrive. */
  readonly send: (spans: readonly Span[]) => Promise<void>;
  readonly clock: Clock;
  /** The collector has gone, or is back: once each. */
  readonly onNews: (
    level: 'info' | 'warn',
    fields: Readonly<Record<string, unknown>>,
    message: string,
  ) => void;
}

/** As OpenTelemetry's own batches: so many wait at most, so many go at a time, and none waits longer. */
const longestQueue = 2_048;
const largestBatch = 512;
const longestWaitMs = 5_000;

/** Spans on their way out. Nobody waits for it; while the collector is away, spans are dropped and counted. */
export class SpanQueue {
  readonly #options: SpanQueueOptions;
  #waiting: Span[] = [];
  #sending: Promise<void> | undefined;
  #cancelTimer: (() => void) | undefined;
  #isAway = false;
  #dropped = 0;

  constructor(options: SpanQueueOptions) {
    this.#options = options;
  }

  add(span: Span): void {
    if (this.#waiting.length >= longestQueue) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(span);
    // whoever is away is not asked more often because there is more to tell
    if (this.#waiting.length === largestBatch && !this.#isAway) void this.flush();
    else this.#cancelTimer ??= this.#options.clock.after(longestWaitMs, () => void this.flush());
  }

  /** Resolves when everything that waits was sent, or could not be. */
  flush(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) await this.#sendBatch(this.#waiting.splice(0, largestBatch));
  }

  async #sendBatch(batch: readonly Span[]): Promise<void> {
    const { send, onNews } = this.#options;
    try {
      await send(batch);
      if (this.#isAway) onNews('info', { dropped: this.#dropped }, 'the collector takes traces again');
      this.#isAway = false;
      this.#dropped = 0;
    } catch (error) {
      this.#dropped += batch.length;
      const because = error instanceof Error ? error.message : String(error);
      if (!this.#isAway)
        onNews('warn', { because }, 'the collector takes no traces; they are dropped until it does');
      this.#isAway = true;
    }
  }
}
