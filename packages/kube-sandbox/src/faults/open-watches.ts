import type { ApiRequest } from '../requests/api-request.ts';
import { type ApiResponse, isStream, type StreamSink } from '../requests/api-response.ts';
import { type FaultMatch, matchesFault } from './fault-match.ts';

interface OpenWatch {
  readonly request: ApiRequest;
  /** Ends it, after a last chunk. */
  end(chunk: string): void;
}

/** The streams that are open now, so that they can be ended from outside. */
export class OpenWatches {
  readonly #open = new Set<OpenWatch>();

  /** The same answer, which can be ended from now on where it streams. */
  follow(request: ApiRequest, response: ApiResponse): ApiResponse {
    const { body } = response;
    if (!isStream(body)) return response;
    return { ...response, body: { start: (sink) => this.#begin(request, body.start.bind(body), sink) } };
  }

  #begin(request: ApiRequest, start: (sink: StreamSink) => () => void, sink: StreamSink): () => void {
    const ended = new AbortController();
    const finish = () => {
      ended.abort();
      this.#open.delete(watch);
    };
    const watch: OpenWatch = {
      request,
      end(chunk) {
        finish();
        stop();
        if (chunk !== '') sink.write(chunk);
        sink.end();
      },
    };
    this.#open.add(watch);
    const stop = start({
      write: (chunk) => {
        if (!ended.signal.aborted) sink.write(chunk);
      },
      end() {
        if (ended.signal.aborted) return;
        finish();
        sink.end();
      },
    });
    return () => {
      finish();
      stop();
    };
  }

  /** Ends those that match; how many there were. */
  end(match: FaultMatch, chunk: string): number {
    const meant = [...this.#open]
      .filter(({ request }) => matchesFault(request, match))
      .slice(0, match.times ?? Number.POSITIVE_INFINITY);
    for (const watch of meant) watch.end(chunk);
    return meant.length;
  }
}
