/** What is said about a span besides its name: words and numbers of ours, never what somebody else wrote. */
export type Attributes = Readonly<Record<string, string | number>>;

/** A piece of work that has ended. */
export interface Span {
  readonly name: string;
  /** `client`: a request to somebody else. */
  readonly kind: 'internal' | 'client';
  /** 32 and 16 hexadecimal digits. */
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  /** Milliseconds since 1970. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  readonly hasFailed: boolean;
}
