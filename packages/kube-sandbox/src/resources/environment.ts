/** What the server takes from outside: time and chance. */
export interface Environment {
  /** Milliseconds since 1970. */
  now(): number;
  uuid(): string;
  /** A whole number from 0 to `limit` - 1. */
  random(limit: number): number;
}
