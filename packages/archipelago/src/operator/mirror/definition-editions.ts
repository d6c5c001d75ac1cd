import type { Clock } from '@archipelago/apimachinery';

/**
 * When a definition changes it is announced a moment before every API server goes by it. What is learned until then may
 * be about the old one, so that a change makes several editions, one after the other.
 */
const settlingMs = [1_000, 10_000];

interface Change {
  readonly count: number;
  readonly at: number;
}

/** Tells apart what was learned under one definition of a kind and under the next. */
export class DefinitionEditions {
  readonly #clock: Clock;
  readonly #changes = new Map<string, Change>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A definition came, went, or says something else. */
  changed(name: string): void {
    const count = (this.#changes.get(name)?.count ?? 0) + 1;
    this.#changes.set(name, { count, at: this.#clock.monotonic() });
  }

  /** The same text as long as the same holds. */
  edition(name: string): string {
    const change = this.#changes.get(name);
    return change === undefined ? '' : `${change.count}.${this.#steps(change).length}`;
  }

  /** Milliseconds until the next edition of any kind begins; undefined: none is due. */
  dueMs(): number | undefined {
    const now = this.#clock.monotonic();
    const due = [...this.#changes.values()].flatMap((change) =>
      settlingMs
        .slice(this.#steps(change).length, this.#steps(change).length + 1)
        .map((ms) => change.at + ms - now),
    );
    return due.length === 0 ? undefined : Math.min(...due);
  }

  #steps({ at }: Change): readonly number[] {
    const age = this.#clock.monotonic() - at;
    return settlingMs.filter((ms) => ms <= age);
  }
}
