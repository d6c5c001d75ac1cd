import { approximateBytes } from './approximate-bytes.ts';
import type { StoreEvent } from './stored-object.ts';

/** How much the objects of remembered changes may take together, in bytes. */
const MOST_BYTES = 32 * 1024 * 1024;

/** The changes of one resource, the oldest dropped when there are more than `capacity`, or when they are too large together. */
export class EventLog {
  readonly #capacity: number;
  readonly #mostBytes: number;
  #events: StoreEvent[] = [];
  /** Of each event, in their order, and of all together. */
  #sizes: number[] = [];
  #bytes = 0;
  /** Changes after this revision are all known. */
  #floor: number;
  #isWhole = true;

  constructor(floor: number, capacity: number, mostBytes = MOST_BYTES) {
    this.#floor = floor;
    this.#capacity = capacity;
    this.#mostBytes = mostBytes;
  }

  get floor(): number {
    return this.#floor;
  }

  /** Nothing was forgotten: before the first change there was nothing. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  append(event: StoreEvent): void {
    const size = approximateBytes(event.stored.object);
    this.#events.push(event);
    this.#sizes.push(size);
    this.#bytes += size;
    // Dropping in halves keeps appending cheap.
    if (this.#events.length > this.#capacity * 2) this.#drop(this.#events.length - this.#capacity);
    if (this.#bytes > this.#mostBytes) this.#drop(this.#beyond(this.#mostBytes / 2));
  }

  /** How many of the oldest changes have to go until the others take no more than `bytes`; the last one stays. */
  #beyond(bytes: number): number {
    let [count, left] = [0, this.#bytes];
    while (left > bytes && count < this.#events.length - 1) {
      left -= this.#sizes[count] ?? 0;
      count += 1;
    }
    return count;
  }

  #drop(count: number): void {
    this.#isWhole = false;
    const last = this.#events[count - 1];
    if (last !== undefined) this.#floor = last.revision;
    for (const size of this.#sizes.slice(0, count)) this.#bytes -= size;
    this.#sizes = this.#sizes.slice(count);
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
    this.#drop(this.#events.filter((event) => event.revision <= revision).length);
    this.#floor = Math.max(this.#floor, revision);
  }
}
