/** Where a stream writes. */
export interface StreamSink {
  write(chunk: string): void;
  end(): void;
}

/** A body that goes on: `start` begins writing and returns what stops it. */
export interface BodyStream {
  start(sink: StreamSink): () => void;
}

/** One HTTP answer. A header with a list is sent once per entry. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Uint8Array | BodyStream;
}

/** True for an answer that streams. */
export function isStream(body: ApiResponse['body']): body is BodyStream {
  return typeof body === 'object' && 'start' in body;
}
