import type { StoreEvent } from './stored-object.ts';

/** The changes of one resource, the oldest dropped when there are more than `capacity`. */
export class EventLog {
  readonly #capacity: number;
  #events: StoreEvent[] = [];
  /** Changes after this revision are all known. */
  #floor: number;

  constructor(floor: number, capacity: number) {
    this.#floor = floor;
    this.#capacity = capacity;
  }

  get floor(): number {
    return this.#floor;
  }

  append(event: StoreEvent): void {
    this.#events.push(event);
    // Dropping in halves keeps appending cheap.
    if (this.#events.length > this.#capacity * 2) this.#drop(this.#events.length - this.#capacity);
  }

  #drop(count: number): void {
    const last = this.#events[count - 1];
    if (last !== undefined) this.#floor = last.revision;
    this.#events = this.#events.slice(count);
  }

  /** Changes after a revision in order, or undefined when some of them are forgotten. */
  since(revision: number): readonly StoreEvent[] | undefined {
    if (revision < this.#floor) return undefined;
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle]?.revision ?? 0) <= revision) low = middle + 1;
      else high = middle;
    }
    return this.#events.slice(low);
  }

  compact(revision: number): void {
    this.#events = this.#events.filter((event) => event.revision > revision);
    this.#floor = Math.max(this.#floor, revision);
  }
}
