import type { Clock } from '@archipelago/apimachinery';
import type { ObjectEvent } from './event-object.ts';

/** An event and under which key it is counted. */
interface Placed {
  readonly key: string;
  readonly event: ObjectEvent;
}

interface Bucket {
  readonly tokens: number;
  /** On the monotonic clock. */
  readonly at: number;
}

/** Events of one object and reason with messages of their own: so many at once, then one in five minutes. */
const burst = 25;
const refillMs = 5 * 60 * 1000;
const mostBuckets = 500;

/**
 * Keeps events with ever new messages from filling the cluster: beyond a burst, those of one object and reason become one event that
 * counts and shows the newest message. Other than a filter that drops, it loses no count, and no other reason of the object suffers.
 */
export class SimilarEvents {
  readonly #clock: Clock;
  /** Used longest ago first. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Where an event belongs; what `isCounting` says of a key is told already and costs nothing more. */
  place(event: ObjectEvent, isCounting: (key: string) => boolean): Placed {
    const key = keyOf(event, event.message);
    if (isCounting(key)) return { key, event };
    const reason = keyOf(event);
    if (this.#takes(reason)) return { key, event };
    return { key: reason, event: { ...event, message: `(combined from similar events): ${event.message}` } };
  }

  #takes(reason: string): boolean {
    const now = this.#clock.monotonic();
    const before = this.#buckets.get(reason) ?? { tokens: burst, at: now };
    const tokens = Math.min(burst, before.tokens + (now - before.at) / refillMs);
    const taken = tokens >= 1;
    this.#buckets.delete(reason);
    this.#buckets.set(reason, { tokens: taken ? tokens - 1 : tokens, at: now });
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > mostBuckets && oldest !== undefined) this.#buckets.delete(oldest);
    return taken;
  }
}

function keyOf({ about, type, reason }: ObjectEvent, ...message: readonly string[]): string {
  const { namespace, name, uid } = about.metadata;
  return JSON.stringify([about.apiVersion, about.kind, namespace, name, uid, type, reason, ...message]);
}
