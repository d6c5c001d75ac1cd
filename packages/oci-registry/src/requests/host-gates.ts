import type { Clock } from '@archipelago/apimachinery';
import { Limiter } from '../sharing/limiter.ts';

/** However long a registry asks to be left alone, it is asked again after this. */
const longestPauseMs = 10 * 60_000;
/** Above this, hosts without requests are forgotten. */
const mostGates = 1000;

interface Gate {
  readonly limiter: Limiter;
  inside: number;
  pausedUntilMs: number;
}

/** Keeps the requests to one host few, and away for as long as it asked. */
export class HostGates {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #gates = new Map<string, Gate>();

  constructor(clock: Clock, most: number) {
    this.#clock = clock;
    this.#most = most;
  }

  /** Resolves to the function that leaves; undefined when the signal is aborted first. */
  async enter(host: string, signal: AbortSignal): Promise<(() => void) | undefined> {
    const gate = this.#gate(host);
    gate.inside += 1;
    const leave = await gate.limiter.enter(signal);
    if (leave === undefined) gate.inside -= 1;
    return leave === undefined
      ? undefined
      : () => {
          gate.inside -= 1;
          leave();
        };
  }

  /** The host asked not to be asked for so long. */
  pause(host: string, ms: number): void {
    const until = this.#clock.monotonic() + Math.min(ms, longestPauseMs);
    const gate = this.#gate(host);
    gate.pausedUntilMs = Math.max(gate.pausedUntilMs, until);
  }

  /** How long the host still wants to be left alone; 0 when it may be asked. */
  pausedMs(host: string): number {
    return Math.max(0, (this.#gates.get(host)?.pausedUntilMs ?? 0) - this.#clock.monotonic());
  }

  #gate(host: string): Gate {
    const known = this.#gates.get(host);
    if (known !== undefined) return known;
    if (this.#gates.size >= mostGates) this.#forgetIdle();
    const gate = { limiter: new Limiter(this.#most), inside: 0, pausedUntilMs: 0 };
    this.#gates.set(host, gate);
    return gate;
  }

  #forgetIdle(): void {
    for (const [host, { inside }] of this.#gates)
      if (inside === 0 && this.pausedMs(host) === 0) this.#gates.delete(host);
  }
}
