import type { Clock } from '@archipelago/apimachinery';

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly callback: () => void;
}

/** Time that moves only when a test moves it. */
export class FakeClock implements Clock {
  #time = 0;
  #order = 0;
  readonly #timers = new Set<Timer>();

  now(): number {
    return 1_700_000_000_000 + this.#time;
  }

  monotonic(): number {
    return this.#time;
  }

  after(delayMs: number, callback: () => void): () => void {
    this.#order += 1;
    const timer = { due: this.#time + Math.max(0, delayMs), order: this.#order, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  get timers(): number {
    return this.#timers.size;
  }

  /** A clock of another machine: set wrong by `offsetMs`, running `rate` times as fast. */
  seenBy({ offsetMs, rate }: { readonly offsetMs: number; readonly rate: number }): Clock {
    return {
      now: () => this.now() * rate + offsetMs,
      monotonic: () => this.#time * rate + offsetMs,
      after: (delayMs, callback) => this.after(delayMs / rate, callback),
    };
  }

  /** Moves time on, timer by timer; after each one everything it set off runs first. */
  async advance(ms: number): Promise<void> {
    const end = this.#time + ms;
    await settle();
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#time = Math.max(this.#time, next.due);
      this.#timers.delete(next);
      next.callback();
      await settle();
    }
    this.#time = end;
  }

  #next(end: number): Timer | undefined {
    return [...this.#timers]
      .filter((timer) => timer.due <= end)
      .sort((a, b) => a.due - b.due || a.order - b.order)[0];
  }
}

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
