import { type Clock, sleep } from '@archipelago/apimachinery';
import { respondRefusal } from '../calls/respond.ts';
import { jsonText } from '../json/json-text.ts';
import type { Refusal } from '../refusals/refusal.ts';
import type { ApiRequest } from '../requests/api-request.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import { connectionReset } from './connection-reset.ts';
import { type FaultMatch, matchesFault } from './fault-match.ts';
import { conflictOf, faultRefusal, forgotten, type RefusalWords } from './fault-refusal.ts';
import { OpenWatches } from './open-watches.ts';

/** Answers a request. */
export type Handle = (request: ApiRequest) => Promise<ApiResponse>;

/** A fault that was asked for. */
interface Fault {
  /** How many requests it met. */
  readonly hits: number;
  /** No request from now on. */
  end(): void;
}

interface Planned {
  readonly match: FaultMatch;
  /** Delays go before whatever decides about the answer, all of them; of what decides, the first. */
  readonly decides: boolean;
  readonly act: (request: ApiRequest, next: Handle) => Promise<ApiResponse>;
  hits: number;
}

const writes = ['PUT', 'PATCH'] as const;

/** What goes wrong on the way to a server, on demand. The server's own controllers do not feel it. */
export class Faults {
  readonly #clock: Clock;
  readonly #watches = new OpenWatches();
  readonly #stopping = new AbortController();
  readonly #planned = new Set<Planned>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Refuses requests before the server sees them: `refuse(503, { times: 3 })`. */
  refuse(status: number, match: FaultMatch & RefusalWords = {}): Fault {
    return this.#refuseWith(match, () => faultRefusal(status, match));
  }

  /** Refuses updates and patches, as if somebody else had been faster. */
  conflict(match: FaultMatch = {}): Fault {
    return this.#refuseWith({ method: writes, ...match }, conflictOf);
  }

  /** Answers 410 to lists and watches: the history is gone. Watches that are open go on; see `expireWatches`. */
  expire(match: FaultMatch = {}): Fault {
    return this.#refuseWith({ method: 'GET', ...match }, forgotten);
  }

  /** Lets requests wait, by the clock of the sandbox. */
  delay(ms: number, match: FaultMatch = {}): Fault {
    return this.#plan(match, false, async (request, next) => {
      await sleep(this.#clock, ms, this.#stopping.signal);
      return next(request);
    });
  }

  /** Breaks the connection before the server sees the request. */
  drop(match: FaultMatch = {}): Fault {
    return this.#plan(match, true, async () => {
      throw connectionReset();
    });
  }

  /** Lets the server do what is asked, and breaks the connection instead of the answer. */
  loseAnswer(match: FaultMatch = {}): Fault {
    return this.#plan(match, true, async (request, next) => {
      await next(request);
      throw connectionReset();
    });
  }

  /** Ends watches that are open now; how many there were. */
  cutWatches(match: FaultMatch = {}): number {
    return this.#watches.end(match, '');
  }

  /** The same, after the event that tells them that their history is gone. */
  expireWatches(match: FaultMatch = {}): number {
    return this.#watches.end(match, `${jsonText({ type: 'ERROR', object: forgotten().status })}\n`);
  }

  /** From now on nothing goes wrong. */
  clear(): void {
    this.#planned.clear();
  }

  /** Ends all waiting; of the owner of the sandbox. */
  stop(): void {
    this.clear();
    this.#stopping.abort();
  }

  /** A server behind these faults. */
  around(handle: Handle): Handle {
    return async (request) => {
      const met = this.#meet(request);
      const chain = met.reduceRight<Handle>(
        (next, { act }) =>
          (asked) =>
            act(asked, next),
        handle,
      );
      return this.#watches.follow(request, await chain(request));
    };
  }

  #meet(request: ApiRequest): readonly Planned[] {
    const meant = [...this.#planned].filter(({ match }) => matchesFault(request, match));
    const decider = meant.find(({ decides }) => decides);
    const met = [...meant.filter(({ decides }) => !decides), ...(decider === undefined ? [] : [decider])];
    for (const each of met) {
      each.hits += 1;
      if (each.hits >= (each.match.times ?? Number.POSITIVE_INFINITY)) this.#planned.delete(each);
    }
    return met;
  }

  #refuseWith(match: FaultMatch, refusal: (request: ApiRequest) => Refusal): Fault {
    return this.#plan(match, true, async (request) => respondRefusal(refusal(request)));
  }

  #plan(match: FaultMatch, decides: boolean, act: Planned['act']): Fault {
    const planned: Planned = { match, decides, act, hits: 0 };
    if ((match.times ?? 1) > 0) this.#planned.add(planned);
    return {
      get hits() {
        return planned.hits;
      },
      end: () => this.#planned.delete(planned),
    };
  }
}
