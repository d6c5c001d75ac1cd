import { type Clock, sleep, systemClock } from '@archipelago/apimachinery';
import type { KubernetesClient } from './kubernetes-client.ts';
import {
  type AttemptEnd,
  attemptLease,
  type LeaseAttempt,
  type ObservedLease,
  releaseLease,
} from './lease-attempt.ts';

interface LeaderElectionOptions {
  readonly client: Pick<KubernetesClient, 'get' | 'create' | 'update'>;
  readonly lease: { readonly namespace: string; readonly name: string };
  /** Unique among the candidates, pod name and a random part say. */
  readonly identity: string;
  /** We hold the lease: begin to work. */
  readonly onElected: () => void;
  /** We may no longer hold it: stop at once, without waiting for anything. Not called by `stop`. */
  readonly onLost: (because: string) => void;
  /** Another holder was seen, ourselves included. */
  readonly onHolder?: (identity: string) => void;
  readonly onProblem?: (message: string) => void;
  readonly timing?: Partial<LeaderElectionTiming>;
  readonly clock?: Clock;
  readonly random?: () => number;
}

/** As client-go names them; `leaseDurationMs` > `renewDeadlineMs` > `retryPeriodMs`. */
export interface LeaderElectionTiming {
  /** How long others wait after the last renewal they saw. */
  readonly leaseDurationMs: number;
  /** How long a leader tries to renew before it stops. */
  readonly renewDeadlineMs: number;
  /** Between tries. */
  readonly retryPeriodMs: number;
}

/**
 * Among candidates with the same lease one leads. Times are measured on each candidate's own
 * monotonic clock from what it saw, so clocks may differ; two may lead for a moment only where a
 * clock runs half as fast again as another.
 */
export interface LeaderElection {
  start(): void;
  /** True while we lead; checked against the clock, so also right after the process was suspended. */
  isLeader(): boolean;
  /** The last holder seen; empty before the first look and when nobody holds the lease. */
  holder(): string;
  /** Stops being a candidate and gives the lease up. Stop your work first. */
  stop(): Promise<void>;
}

const defaultTiming: LeaderElectionTiming = {
  leaseDurationMs: 15_000,
  renewDeadlineMs: 10_000,
  retryPeriodMs: 2_000,
};

/** Candidates that found the lease taken spread their next look over this share of the retry period. */
const standbyJitter = 1.2;

/** Makes a candidate. After a loss it is a candidate again. */
export function createLeaderElection(options: LeaderElectionOptions): LeaderElection {
  const timing = { ...defaultTiming, ...options.timing };
  const { leaseDurationMs, renewDeadlineMs, retryPeriodMs } = timing;
  if (!(leaseDurationMs > renewDeadlineMs && renewDeadlineMs > retryPeriodMs && retryPeriodMs > 0)) {
    throw new Error(
      `leader election: the lease duration (${leaseDurationMs} ms) must exceed the renew deadline ` +
        `(${renewDeadlineMs} ms), and that the retry period (${retryPeriodMs} ms)`,
    );
  }
  return new Candidate(options, timing);
}

type Role =
  | { readonly kind: 'standby' }
  /** `until` on the monotonic clock; `cancel` takes back the timer that ends it. */
  | { readonly kind: 'leader'; readonly until: number; readonly cancel: () => void };

class Candidate implements LeaderElection {
  readonly #options: LeaderElectionOptions;
  readonly #timing: LeaderElectionTiming;
  readonly #clock: Clock;
  readonly #stopping = new AbortController();
  #role: Role = { kind: 'standby' };
  #observed: ObservedLease | undefined;
  #running: Promise<void> | undefined;

  constructor(options: LeaderElectionOptions, timing: LeaderElectionTiming) {
    this.#options = options;
    this.#timing = timing;
    this.#clock = options.clock ?? systemClock;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  isLeader(): boolean {
    return this.#role.kind === 'leader' && this.#clock.monotonic() < this.#role.until;
  }

  holder(): string {
    return this.#observed?.record.holder ?? '';
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#stepDown();
    await this.#running;
    const observed = this.#observed;
    if (observed?.record.holder === this.#options.identity) {
      this.#observed = undefined;
      await this.#guarded(() => releaseLease(this.#attempt(new AbortController().signal), observed));
    }
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const random = this.#options.random ?? Math.random;
    while (!signal.aborted) {
      const attempt = this.#attempt(signal);
      const end = await this.#guarded(() => attemptLease(attempt, this.#observed));
      if (end !== undefined) {
        this.#take(attempt, end);
      }
      const jitter = this.#role.kind === 'leader' ? 0 : standbyJitter * random();
      await sleep(this.#clock, this.#timing.retryPeriodMs * (1 + jitter), signal);
    }
  }

  #attempt(signal: AbortSignal): LeaseAttempt {
    const { client, lease, identity } = this.#options;
    const { leaseDurationMs, renewDeadlineMs } = this.#timing;
    return {
      client,
      name: lease,
      identity,
      leaseDurationMs,
      wallMs: this.#clock.now(),
      monotonicMs: this.#clock.monotonic(),
      monotonic: () => this.#clock.monotonic(),
      deadlineMs: renewDeadlineMs / 2,
      signal,
    };
  }

  async #guarded<T>(step: () => Promise<T>): Promise<T | undefined> {
    try {
      return await step();
    } catch (error) {
      if (!this.#stopping.signal.aborted) {
        this.#options.onProblem?.(error instanceof Error ? error.message : String(error));
      }
      return undefined;
    }
  }

  #take(attempt: LeaseAttempt, end: AttemptEnd): void {
    const before = this.holder();
    this.#observed = end.observed;
    if (this.holder() !== before && this.holder() !== '') {
      this.#options.onHolder?.(this.holder());
    }
    switch (end.kind) {
      case 'held':
        this.#lead(attempt.monotonicMs + this.#timing.renewDeadlineMs);
        break;
      case 'not-held':
        this.#lose(`${this.holder() || 'another candidate'} took the lease`);
        break;
      case 'failed':
        this.#options.onProblem?.(end.message);
        break;
    }
  }

  #lead(until: number): void {
    const leftMs = until - this.#clock.monotonic();
    if (leftMs <= 0 || this.#stopping.signal.aborted) {
      return;
    }
    const wasLeader = this.#stepDown();
    const { renewDeadlineMs } = this.#timing;
    const cancel = this.#clock.after(leftMs, () => this.#lose(`not renewed within ${renewDeadlineMs} ms`));
    this.#role = { kind: 'leader', until, cancel };
    if (!wasLeader) {
      this.#options.onElected();
    }
  }

  #lose(because: string): void {
    if (this.#stepDown()) {
      this.#options.onLost(because);
    }
  }

  /** True when we were leading. */
  #stepDown(): boolean {
    const role = this.#role;
    this.#role = { kind: 'standby' };
    if (role.kind === 'leader') {
      role.cancel();
    }
    return role.kind === 'leader';
  }
}
