import { type Clock, systemClock, timestamp } from '@archipelago/apimachinery';
import { cutMessage, eventObject, type ObjectEvent, type PendingEvent } from './event-object.ts';
import type { KubernetesClient } from './kubernetes-client.ts';
import type { Resource } from './resource.ts';
import { SimilarEvents } from './similar-events.ts';

/** core/v1 Event. */
export const events: Resource = {
  group: '',
  version: 'v1',
  plural: 'events',
  kind: 'Event',
  namespaced: true,
};

interface EventRecorderOptions {
  readonly client: Pick<KubernetesClient, 'create' | 'patch'>;
  /** Who tells: `archipelago-operator`. */
  readonly component: string;
  /** Host or pod name, empty when unknown. */
  readonly instance?: string;
  readonly onProblem?: (message: string) => void;
  readonly clock?: Clock;
  readonly random?: () => number;
}

/** Writes events in the background; telling never waits and never fails. */
export interface EventRecorder {
  record(event: ObjectEvent): void;
  /** Events that were dropped because the queue was full. */
  dropped(): number;
  /** Resolves when everything told so far was written, or could not be. */
  flush(): Promise<void>;
  /** Takes no more events and drops those waiting. */
  stop(): void;
}

/** The same event within this time is one Event that counts. */
const sameEventMs = 10 * 60 * 1000;
const longestQueue = 200;
const mostRemembered = 500;
/**
 * The same event again is written at once this many times, then as often as the pause allows; meanwhile it is
 * counted. What changes every second would otherwise cost a request every second.
 */
const promptRepeats = 3;
const repeatPauseMs = 15_000;
const deadlineMs = 10_000;

/** Makes a recorder; events of cluster-scoped objects go to the namespace `default`, as upstream's do. */
export function createEventRecorder(settings: EventRecorderOptions): EventRecorder {
  return new AggregatingRecorder(settings);
}

/** An Event the server has. */
interface WrittenEvent {
  readonly name: string;
  readonly namespace: string;
  readonly message: string;
  readonly count: number;
  readonly lastMs: number;
  /** How many writes more may follow at once, at the time `wroteAt` of the monotonic clock. */
  readonly allowance: number;
  readonly wroteAt: number;
}

class AggregatingRecorder implements EventRecorder {
  readonly #settings: EventRecorderOptions;
  readonly #clock: Clock;
  readonly #stopping = new AbortController();
  readonly #pending = new Map<string, PendingEvent>();
  /** Oldest first. */
  readonly #written = new Map<string, WrittenEvent>();
  readonly #similar: SimilarEvents;
  #dropped = 0;
  #writing: Promise<void> | undefined;
  #isFlushing = false;
  #cancelTimer = () => {};

  constructor(settings: EventRecorderOptions) {
    this.#settings = settings;
    this.#clock = settings.clock ?? systemClock;
    this.#similar = new SimilarEvents(this.#clock);
  }

  record(told: ObjectEvent): void {
    if (this.#stopping.signal.aborted) {
      return;
    }
    const { key, event } = this.#similar.place(told, (known) => this.#isCounting(known));
    const earlier = this.#pending.get(key);
    if (earlier === undefined && this.#pending.size >= longestQueue) {
      this.#dropped += 1;
      return;
    }
    const now = this.#clock.now();
    this.#pending.set(key, {
      event,
      count: (earlier?.count ?? 0) + 1,
      firstMs: earlier?.firstMs ?? now,
      lastMs: now,
    });
    this.#writing ??= this.#write();
  }

  /** Whether an event of this key is one more of what is told already. */
  #isCounting(key: string): boolean {
    const written = this.#written.get(key);
    return (
      this.#pending.has(key) || (written !== undefined && this.#clock.now() - written.lastMs < sameEventMs)
    );
  }

  dropped(): number {
    return this.#dropped;
  }

  async flush(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
    this.#isFlushing = true;
    this.#writing = this.#write();
    await this.#writing;
    this.#isFlushing = false;
  }

  stop(): void {
    this.#cancelTimer();
    this.#stopping.abort();
    this.#pending.clear();
  }

  async #write(): Promise<void> {
    // Events told in the same breath are counted together.
    await Promise.resolve();
    for (const [key, pending] of this.#pending) {
      if (!this.#isFlushing && this.#waitMs(key) > 0) continue;
      this.#pending.delete(key);
      try {
        await this.#writeOne(key, pending);
      } catch (error) {
        this.#problem(error instanceof Error ? error.message : String(error));
      }
    }
    this.#writing = undefined;
    this.#writeLater();
  }

  #writeLater(): void {
    this.#cancelTimer();
    if (this.#pending.size === 0) return;
    const delayMs = Math.min(...[...this.#pending.keys()].map((key) => this.#waitMs(key)));
    this.#cancelTimer = this.#clock.after(delayMs, () => {
      this.#writing ??= this.#write();
    });
  }

  /** How long an event has to wait for its next write. */
  #waitMs(key: string): number {
    const written = this.#written.get(key);
    return written === undefined ? 0 : Math.max(0, 1 - this.#allowanceOf(written)) * repeatPauseMs;
  }

  #allowanceOf({ allowance, wroteAt }: WrittenEvent): number {
    return Math.min(promptRepeats, allowance + (this.#clock.monotonic() - wroteAt) / repeatPauseMs);
  }

  async #writeOne(key: string, pending: PendingEvent): Promise<void> {
    const earlier = this.#written.get(key);
    const counted =
      earlier !== undefined && pending.firstMs - earlier.lastMs < sameEventMs
        ? await this.#countUp(earlier, pending)
        : undefined;
    const written = counted ?? (await this.#create(pending));
    this.#written.delete(key);
    if (written !== undefined) {
      this.#written.set(key, written);
    }
    for (const oldest of [...this.#written.keys()].slice(
      0,
      Math.max(0, this.#written.size - mostRemembered),
    )) {
      this.#written.delete(oldest);
    }
  }

  /** Undefined when the server no longer has the Event. */
  async #countUp(
    earlier: WrittenEvent,
    { event, count, lastMs }: PendingEvent,
  ): Promise<WrittenEvent | undefined> {
    const next = {
      ...earlier,
      message: event.message,
      count: earlier.count + count,
      lastMs,
      allowance: this.#allowanceOf(earlier) - 1,
      wroteAt: this.#clock.monotonic(),
    };
    // of combined events the newest message is the one that is shown
    const news = event.message === earlier.message ? {} : { message: cutMessage(event.message) };
    const body = { count: next.count, lastTimestamp: timestamp(lastMs), ...news };
    const answer = await this.#settings.client.patch(
      events,
      earlier,
      { type: 'merge', body },
      this.#options(),
    );
    if (answer.ok) {
      return next;
    }
    if (answer.status.code !== 404) {
      this.#problem(`${answer.status.code} ${answer.status.message}`);
      return earlier;
    }
    return undefined;
  }

  async #create(pending: PendingEvent): Promise<WrittenEvent | undefined> {
    const object = eventObject(this.#settings, pending);
    const answer = await this.#settings.client.create(events, object, this.#options());
    if (answer.ok) {
      const { name, namespace = 'default' } = object.metadata;
      const { event, count, lastMs } = pending;
      const { message } = event;
      const wroteAt = this.#clock.monotonic();
      return { name, namespace, message, count, lastMs, allowance: promptRepeats, wroteAt };
    }
    this.#problem(`${answer.status.code} ${answer.status.message}`);
    return undefined;
  }

  #options() {
    return { signal: this.#stopping.signal, deadlineMs };
  }

  #problem(message: string): void {
    if (!this.#stopping.signal.aborted) {
      this.#settings.onProblem?.(message);
    }
  }
}
