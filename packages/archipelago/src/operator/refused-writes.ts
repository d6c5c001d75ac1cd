import {
  type Clock,
  digestOf,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@archipelago/apimachinery';
import { HyperConvergedRefusal } from './hyper-converged-refusal.ts';

/** Until the same is tried again: a grant may come any moment, another definition or a smaller object seldom does. */
const forbiddenMs = 2_000;
const invalidMs = 30_000;

interface Refused {
  readonly digest: string;
  readonly refusal: HyperConvergedRefusal;
  readonly until: number;
}

/** Writes to the HyperConverged that the server will not take however often it is asked: the same one is sent seldom. */
export class RefusedWrites {
  readonly #clock: Clock;
  #last: Refused | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Sends `patch` by `write`, or throws what it met with a moment ago. */
  async send(patch: JsonObject, write: () => Promise<JsonObject>): Promise<JsonObject> {
    const digest = digestOf(withoutMoment(patch));
    const before = this.#last;
    if (before?.digest === digest && this.#clock.monotonic() < before.until) throw before.refusal;
    try {
      const stored = await write();
      this.#last = undefined;
      return stored;
    } catch (error) {
      if (isLasting(error)) {
        const waitMs = error.status.code === 403 ? forbiddenMs : invalidMs;
        this.#last = { digest, refusal: error, until: this.#clock.monotonic() + waitMs };
      }
      throw error;
    }
  }
}

/** What the server will not take however often it is asked; what passes by itself (conflicts, overload) is none. */
export function isLasting(error: unknown): error is HyperConvergedRefusal {
  if (!(error instanceof HyperConvergedRefusal)) return false;
  const { code, message } = error.status;
  // an API server passes on what its store says of an object that is too large
  return [400, 403, 413, 422].includes(code) || (code === 500 && /request is too large/.test(message));
}

/** The same write at another time is the same. */
function withoutMoment(value: JsonValue = null): JsonValue {
  if (Array.isArray(value)) return value.map(withoutMoment);
  if (!isJsonObject(value)) return value;
  const lasting = Object.entries(value).filter(([key]) => !momentary.has(key));
  return Object.fromEntries(lasting.map(([key, member]) => [key, withoutMoment(member)]));
}

const momentary = new Set(['resourceVersion', 'lastTransitionTime', 'lastHeartbeatTime']);
