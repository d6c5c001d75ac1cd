/** Lets at most `most` holders in at a time, in the order they came. */
export class Limiter {
  readonly #most: number;
  readonly #waiting = new Set<() => void>();
  #inside = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves to the function that leaves; undefined when the signal is aborted first. */
  async enter(signal: AbortSignal): Promise<(() => void) | undefined> {
    if (signal.aborted) return undefined;
    if (this.#inside < this.#most) {
      this.#inside += 1;
      return () => this.#leave();
    }
    return new Promise((resolve) => {
      const admit = () => {
        signal.removeEventListener('abort', giveUp);
        resolve(() => this.#leave());
      };
      const giveUp = () => {
        this.#waiting.delete(admit);
        resolve(undefined);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(admit);
    });
  }

  /** Whoever waits longest takes over the place. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#inside -= 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
