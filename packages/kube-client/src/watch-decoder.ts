import { isJsonObject, isKubernetesObject, type JsonValue } from '@archipelago/apimachinery';
import { parseJson } from './json-text.ts';
import { statusOfObject } from './kubernetes-status.ts';
import { resourceVersionOf } from './resource-version-of.ts';
import type { WatchEvent } from './watch-event.ts';

/** Turns the bytes of a watch into events, however they are cut. */
interface WatchDecoder {
  /** The events that became complete with `chunk`. After a MALFORMED one there are no more. */
  push(chunk: Uint8Array): readonly WatchEvent[];
  /** What is wrong when the bytes end here: a line that never ended, or nothing. */
  end(): readonly WatchEvent[];
}

const newline = 0x0a;
/** Objects are at most a few MiB; a longer line is no event and must not fill the memory. */
const longestLine = 32 * 1024 * 1024;

/** Decodes one JSON event per line. Lines are cut as bytes, so a split UTF-8 character is no matter. */
export function createWatchDecoder(maxLineBytes: number = longestLine): WatchDecoder {
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let ended = false;

  const takeLine = (last: Uint8Array): WatchEvent | undefined => {
    const bytes = pending.length === 0 ? last : Buffer.concat([...pending, last]);
    pending = [];
    pendingBytes = 0;
    return bytes.length > maxLineBytes ? tooLong(maxLineBytes) : eventOfLine(textOf(bytes));
  };

  const keep = (rest: Uint8Array): WatchEvent | undefined => {
    pending.push(rest);
    pendingBytes += rest.length;
    return pendingBytes > maxLineBytes ? tooLong(maxLineBytes) : undefined;
  };

  const deliver = (events: WatchEvent[], event: WatchEvent | undefined) => {
    if (event !== undefined) {
      events.push(event);
      ended = event.type === 'MALFORMED';
    }
  };

  return {
    push(chunk) {
      const events: WatchEvent[] = [];
      let start = 0;
      for (let at = chunk.indexOf(newline); at !== -1 && !ended; at = chunk.indexOf(newline, start)) {
        deliver(events, takeLine(chunk.subarray(start, at)));
        start = at + 1;
      }
      if (!ended && start < chunk.length) {
        deliver(events, keep(chunk.subarray(start)));
      }
      return events;
    },
    end: () => (ended || pendingBytes === 0 ? [] : [malformed('the stream ended in the middle of an event')]),
  };
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}

function tooLong(maxLineBytes: number): WatchEvent {
  return malformed(`an event is longer than ${maxLineBytes} bytes`);
}

function malformed(reason: string): WatchEvent {
  return { type: 'MALFORMED', reason };
}

function eventOfLine(line: string): WatchEvent | undefined {
  if (line.trim() === '') {
    return undefined;
  }
  try {
    return eventOf(parseJson(line));
  } catch (error) {
    return malformed(`an event is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function eventOf(value: JsonValue): WatchEvent {
  if (!isJsonObject(value) || !isJsonObject(value.object)) {
    return malformed('an event has no object');
  }
  const { type, object } = value;
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
      return isKubernetesObject(object)
        ? { type, object }
        : malformed(`the object of a ${type} event lacks apiVersion, kind or metadata.name`);
    case 'BOOKMARK':
      return { type, resourceVersion: resourceVersionOf(object) };
    case 'ERROR':
      return { type, status: statusOfObject(object, 500) };
    default:
      return malformed(`an event has the type ${JSON.stringify(type)}`);
  }
}
