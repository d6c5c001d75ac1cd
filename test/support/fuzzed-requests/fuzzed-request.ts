/** A request that is sent to two servers. */
export interface FuzzedRequest {
  /** What it tries, for the table of differences. */
  readonly what: string;
  readonly method: string;
  /** With its query; `@continue@`, `@version@` and `@uid@` stand for what the server last told. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** The collection it is about, and the object where it is about one. */
  readonly collection: string;
  readonly object?: string | undefined;
  /** Part of what it asks for is done after the answer. */
  readonly isFinishedLater?: boolean;
}
