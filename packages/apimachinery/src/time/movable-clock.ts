import { type Clock, systemClock } from './clock.ts';

interface Wait {
  /** By the other clock's monotonic time, and how far this one is ahead. */
  readonly due: number;
  readonly callback: () => void;
  cancel: () => void;
}

/**
 * A clock that runs as another one does and can be moved on. What has become due then is called at once, what was due first first: as after
 * a machine has slept. It never goes back. Its monotonic time is not moved: what is measured with that (how long a lease was held, how long
 * nobody was heard) has really passed.
 */
export class MovableClock implements Clock {
  readonly #base: Clock;
  readonly #waits = new Set<Wait>();
  #aheadMs: number;

  constructor(base: Clock = systemClock, aheadMs = 0) {
    this.#base = base;
    this.#aheadMs = aheadMs;
  }

  /** How far it is ahead of the other one, in milliseconds. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  now(): number {
    return this.#base.now() + this.#aheadMs;
  }

  monotonic(): number {
    return this.#base.monotonic();
  }

  after(delayMs: number, callback: () => void): () => void {
    const wait: Wait = { due: this.#passed() + Math.max(0, delayMs), callback, cancel: () => {} };
    this.#waits.add(wait);
    this.#arm(wait);
    return () => {
      this.#waits.delete(wait);
      wait.cancel();
    };
  }

  /** Moves it on, by a positive number. */
  moveOn(ms: number): void {
    if (!(ms > 0)) throw new RangeError(`a clock moves on only, not by ${ms} ms`);
    this.#aheadMs += ms;
    for (const wait of [...this.#waits].sort((one, other) => one.due - other.due)) {
      wait.cancel();
      this.#arm(wait);
    }
  }

  #passed(): number {
    return this.#base.monotonic() + this.#aheadMs;
  }

  #arm(wait: Wait): void {
    wait.cancel = this.#base.after(Math.max(0, wait.due - this.#passed()), () => this.#ring(wait));
  }

  /** The other clock may call early: it has a longest wait. */
  #ring(wait: Wait): void {
    if (wait.due - this.#passed() > earlyMs) {
      this.#arm(wait);
      return;
    }
    this.#waits.delete(wait);
    wait.callback();
  }
}

/** Timers of a machine and its monotonic time differ by a little. */
const earlyMs = 1_000;
