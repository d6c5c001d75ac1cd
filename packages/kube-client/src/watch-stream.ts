import type { Clock } from '@archipelago/apimachinery';
import { ApiConnectionError, connectionError } from './api-connection-error.ts';
import type { HttpResponse } from './transport.ts';
import { createWatchDecoder } from './watch-decoder.ts';
import type { WatchEvent } from './watch-event.ts';

/**
 * An open watch: batches of events as they arrive; iterate it once. Iteration ends when the server
 * ends the stream or `close` is called, and throws an ApiConnectionError when the connection breaks
 * or stays silent for too long.
 */
export interface WatchStream extends AsyncIterable<readonly WatchEvent[]> {
  close(): void;
}

/** What a watch needs besides its answer. */
interface WatchStreamOptions {
  readonly clock: Clock;
  /** Silence, bookmarks included, after which the connection counts as dead. */
  readonly idleMs: number;
  readonly signal: AbortSignal | undefined;
  /** For messages: `GET /api/v1/nodes?…`. */
  readonly what: string;
  readonly server: string;
}

/** Reads a watch from an answer whose headers have arrived. `abort` ends the exchange. */
export function createWatchStream(
  response: HttpResponse,
  abort: () => void,
  options: WatchStreamOptions,
): WatchStream {
  const { signal, what, server } = options;
  let closed = false;
  const silence = silenceOf(options, abort);
  const close = () => {
    closed = true;
    silence.cancel();
    signal?.removeEventListener('abort', close);
    abort();
  };
  signal?.addEventListener('abort', close);

  async function* events(): AsyncGenerator<readonly WatchEvent[]> {
    const decoder = createWatchDecoder();
    try {
      for await (const chunk of response.body) {
        silence.heard();
        yield decoder.push(chunk);
      }
      yield decoder.end();
    } catch (error) {
      if (!closed) {
        throw silence.error() ?? connectionError(what, server, error);
      }
    } finally {
      close();
    }
  }
  return { [Symbol.asyncIterator]: events, close };
}

interface Silence {
  heard(): void;
  cancel(): void;
  /** The error when the silence was too long. */
  error(): ApiConnectionError | undefined;
}

/** One timer for the whole watch: when it fires it sleeps on for what is left since the last byte. */
function silenceOf({ clock, idleMs, what }: WatchStreamOptions, abort: () => void): Silence {
  let lastHeard = clock.monotonic();
  let tooLong = false;
  const check = () => {
    const leftMs = lastHeard + idleMs - clock.monotonic();
    if (leftMs > 0) {
      cancel = clock.after(leftMs, check);
    } else {
      tooLong = true;
      abort();
    }
  };
  let cancel = clock.after(idleMs, check);
  return {
    heard() {
      lastHeard = clock.monotonic();
    },
    cancel: () => cancel(),
    error: () =>
      tooLong
        ? new ApiConnectionError('unreachable', `${what}: nothing heard for ${idleMs / 1000} s`)
        : undefined,
  };
}
