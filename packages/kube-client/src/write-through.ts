import type { InformerStore } from './informer-store.ts';
import type { ObjectName } from './resource.ts';
import type { StoreEvent } from './store-event.ts';
import type { WriteOutcome } from './write-outcome.ts';

/**
 * Sends a write to an object and keeps what it came to at once: nothing older is shown any more, and what the watch shows of it
 * later is told as `isOwn`, if at all. A second write to an object that is being written is sent, no more.
 */
export type WriteThrough = <A>(
  name: ObjectName,
  send: () => Promise<A>,
  outcomeOf: (answer: A) => WriteOutcome,
) => Promise<A>;

/** Writes through a store; `tell` hears what that changed. */
export function createWriteThrough<T>(
  store: Pick<InformerStore<T>, 'beginWrite' | 'endWrite'>,
  tell: (events: readonly StoreEvent<T>[]) => void,
): WriteThrough {
  return async (name, send, outcomeOf) => {
    if (!store.beginWrite(name)) return send();
    let outcome: WriteOutcome = { state: 'nothing' };
    try {
      const answer = await send();
      outcome = outcomeOf(answer);
      return answer;
    } finally {
      tell(store.endWrite(name, outcome));
    }
  };
}
