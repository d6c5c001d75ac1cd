import type { Clock, JsonObject } from '@archipelago/apimachinery';
import { objectAt, textAt } from '@archipelago/apimachinery';
import { metadataOf } from '../json/json-access.ts';
import type { ObjectKey, ObjectStore, StoreEvent } from '../storage/object-store.ts';

const EVENTS = '/events';

/** `--event-ttl` of a kube-apiserver, unless it is told otherwise. */
const usualTtlMs = 3_600_000;

/** Events that end within a second go together. */
const leastWaitMs = 1_000;

interface ExpiryOptions {
  readonly store: ObjectStore;
  readonly clock: Clock;
  /** Milliseconds since 1970, as objects are stamped. */
  now(): number;
}

/** Removes events an hour after they were last written, as a kube-apiserver's store does. */
export class EventExpiry {
  readonly #options: ExpiryOptions;
  /** The first to end stands first: whatever is written anew goes to the end. */
  readonly #ends = new Map<string, { readonly key: ObjectKey; readonly at: number }>();
  #unsubscribe = () => {};
  #cancel: (() => void) | undefined;

  constructor(options: ExpiryOptions) {
    this.#options = options;
  }

  start(): void {
    const { store, now } = this.#options;
    const kept = store.list(EVENTS, undefined).map(({ key, object }) => ({ key, at: endOf(object, now()) }));
    for (const end of kept.toSorted((one, other) => one.at - other.at)) this.#ends.set(textOf(end.key), end);
    this.#unsubscribe = store.subscribe(EVENTS, (event) => this.#heard(event));
    this.#wait();
  }

  stop(): void {
    this.#unsubscribe();
    this.#cancel?.();
  }

  #heard({ type, stored: { key } }: StoreEvent): void {
    this.#ends.delete(textOf(key));
    if (type === 'DELETED') return;
    this.#ends.set(textOf(key), { key, at: this.#options.now() + usualTtlMs });
    if (this.#cancel === undefined) this.#wait();
  }

  #wait(): void {
    const [first] = this.#ends.values();
    if (first === undefined) return;
    const delay = Math.max(leastWaitMs, first.at - this.#options.now());
    this.#cancel = this.#options.clock.after(delay, () => this.#sweep());
  }

  #sweep(): void {
    const { store, now } = this.#options;
    const present = now();
    for (const { key, at } of [...this.#ends.values()]) {
      if (at > present) break;
      store.remove(key);
    }
    this.#cancel = undefined;
    this.#wait();
  }
}

function textOf({ namespace, name }: ObjectKey): string {
  return `${namespace}/${name}`;
}

/** Of an event that was there before: its last sign of life counts, and none that lies ahead. */
function endOf(object: JsonObject, now: number): number {
  const signs = [
    textAt(metadataOf(object), 'creationTimestamp'),
    textAt(object, 'lastTimestamp'),
    textAt(object, 'eventTime'),
    textAt(objectAt(object, 'series'), 'lastObservedTime'),
  ].map((sign) => Date.parse(sign));
  const last = Math.max(0, ...signs.filter((sign) => !Number.isNaN(sign)));
  return Math.min(last, now) + usualTtlMs;
}
