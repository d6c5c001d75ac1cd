import type { StoreEvent } from './store-event.ts';
import type { WriteOutcome } from './write-outcome.ts';

/** What was heard of an object while a write to it was under way. */
export interface HeldEvent<T> {
  /** Undefined: a list was complete. */
  readonly event: StoreEvent<T> | undefined;
  /** Of the object, or of the list. */
  readonly version: string | undefined;
  readonly isListed: boolean;
}

/**
 * Events of objects that are being written. A watch usually shows a write before the write is answered, and only the answer
 * tells which event is ours.
 */
export class HeldEvents<T> {
  readonly #held = new Map<string, HeldEvent<T>[]>();

  /** Events of the object are held from now on. False: a write to it is under way already. */
  begin(key: string): boolean {
    if (this.#held.has(key)) return false;
    this.#held.set(key, []);
    return true;
  }

  /** What a watch shows; gives back what may be told at once. */
  watched(
    key: string,
    events: readonly StoreEvent<T>[],
    version: string | undefined,
  ): readonly StoreEvent<T>[] {
    return this.#hold(key, events, { version, isListed: false });
  }

  /** What a list shows. The answer to a write that was sent before it was read says nothing new. */
  listed(
    key: string,
    events: readonly StoreEvent<T>[],
    version: string | undefined,
  ): readonly StoreEvent<T>[] {
    return this.#hold(key, events, { version, isListed: true });
  }

  /** A list of that version is complete. */
  endList(version: string | undefined): void {
    for (const held of this.#held.values()) held.push({ event: undefined, version, isListed: true });
  }

  end(key: string): readonly HeldEvent<T>[] {
    const held = this.#held.get(key) ?? [];
    this.#held.delete(key);
    return held;
  }

  #hold(
    key: string,
    events: readonly StoreEvent<T>[],
    how: Omit<HeldEvent<T>, 'event'>,
  ): readonly StoreEvent<T>[] {
    const held = this.#held.get(key);
    if (held === undefined) return events;
    held.push(...events.map((event) => ({ ...how, event })));
    return [];
  }
}

/** What was held, told as ours where it is what our write came to. */
export function eventsHeld<T>(
  held: readonly HeldEvent<T>[],
  outcome: WriteOutcome,
): readonly StoreEvent<T>[] {
  return held.flatMap((each) => {
    if (each.event === undefined) return [];
    return [isEcho(each, outcome) ? { ...each.event, isOwn: true as const } : each.event];
  });
}

/** A list may show more than our write. */
function isEcho<T>({ event, version, isListed }: HeldEvent<T>, outcome: WriteOutcome): boolean {
  if (isListed) return false;
  if (outcome.state === 'gone') return event?.type === 'deleted';
  return (
    outcome.state === 'written' &&
    version !== undefined &&
    version === outcome.object.metadata.resourceVersion
  );
}
