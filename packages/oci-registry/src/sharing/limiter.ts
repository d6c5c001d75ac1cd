import { whenAborted } from './when-aborted.ts';

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
        staysPatient();
        resolve(() => this.#leave());
      };
      const staysPatient = whenAborted(signal, () => {
        this.#waiting.delete(admit);
        resolve(undefined);
      });
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
