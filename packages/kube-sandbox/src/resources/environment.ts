/** What the server takes from outside: time and chance. */
export interface Environment {
  /** Milliseconds since 1970. */
  now(): number;
  uuid(): string;
  /** A whole number from 0 to `limit` - 1. */
  random(limit: number): number;
}

/** A moment as meta/v1 Time prints it: whole seconds, UTC. */
export function timestamp(environment: Environment): string {
  return `${new Date(environment.now()).toISOString().slice(0, 19)}Z`;
}
