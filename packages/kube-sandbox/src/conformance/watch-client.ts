import type { IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectAt,
  parseJson,
  valueAt,
} from '@archipelago/apimachinery';
import { metadataOf } from '../json/json-access.ts';

interface Wanted {
  readonly count: number;
  readonly timeoutMs: number;
  readonly quietMs: number;
  readonly untilClose: boolean;
  readonly keepBookmarks: boolean;
}

function isPlainBookmark(event: JsonValue): boolean {
  if (!isJsonObject(event) || event.type !== 'BOOKMARK') return false;
  const annotations = objectAt(metadataOf(objectAt(event, 'object')), 'annotations');
  return valueAt(annotations, 'k8s.io/initial-events-end') === undefined;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Reads the events of an open watch. */
export class WatchClient {
  readonly #message: IncomingMessage;
  readonly #events: JsonValue[] = [];
  #closed = false;

  constructor(message: IncomingMessage) {
    this.#message = message;
    const lines = createInterface({ input: message });
    lines.on('line', (line) => {
      if (line.trim() !== '') this.#events.push(parseJson(line));
    });
    lines.on('close', () => {
      this.#closed = true;
    });
    message.on('error', () => {
      this.#closed = true;
    });
  }

  #take(events: JsonValue[], wanted: Wanted): void {
    for (const event of this.#events.splice(0)) {
      if (wanted.keepBookmarks || !isPlainBookmark(event)) events.push(event);
    }
  }

  /** Events until there are enough, the stream ends, or time is up; then any surplus. */
  async collect(
    wanted: Wanted,
  ): Promise<{ readonly events: readonly JsonValue[]; readonly closed: boolean }> {
    const events: JsonValue[] = [];
    const end = Date.now() + wanted.timeoutMs;
    while (Date.now() < end && (wanted.untilClose || events.length < wanted.count)) {
      this.#take(events, wanted);
      if (this.#closed || (!wanted.untilClose && events.length >= wanted.count)) break;
      await pause(10);
    }
    if (!wanted.untilClose) await pause(wanted.quietMs);
    this.#take(events, wanted);
    return { events, closed: this.#closed };
  }

  close(): void {
    this.#message.destroy();
  }
}

/** Captures of a watch start at its events. */
export function eventsRoot(events: readonly JsonValue[]): JsonObject {
  return { events };
}
