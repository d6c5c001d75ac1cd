import type { Refusal } from '../refusals/refusal.ts';
import { expired, internal, timedOut } from '../refusals/status.ts';
import { Unanswered } from '../refusals/unanswered.ts';
import type { Consultation } from '../webhooks/consultation.ts';

/** How many changes wait for a conversion, and how long one may take. */
const MOST_WAITING = 10_000;
const LONGEST_MS = 60_000;

/** Tells something, or says that it has to ask first, or why it cannot. */
type Telling = () => Refusal | undefined;

/** Tells things in their order, although each may have to wait until what it is about is converted. */
export class ConvertedOrder {
  /** Where what is told now asks. */
  consultation: Consultation;
  readonly #waiting: Telling[] = [];
  readonly #onFailure: (refusal: Refusal) => void;
  #ended = false;

  constructor(consultation: Consultation, onFailure: (refusal: Refusal) => void) {
    this.consultation = consultation;
    this.#onFailure = onFailure;
  }

  tell(what: Telling): void {
    if (this.#ended) return;
    this.#waiting.push(what);
    if (this.#waiting.length > MOST_WAITING)
      this.#fail(expired('too many changes wait for their conversion'));
    else if (this.#waiting.length === 1) void this.#work();
  }

  /** Nothing is told any more. */
  end(): void {
    this.#ended = true;
    this.#waiting.length = 0;
  }

  async #work(): Promise<void> {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const told = await this.#finish(next);
      if (this.#ended) return;
      if (told !== undefined) return this.#fail(told);
      this.#waiting.shift();
    }
  }

  async #finish(what: Telling): Promise<Refusal | undefined> {
    this.consultation = this.consultation.another();
    const deadline = performance.now() + LONGEST_MS;
    for (;;) {
      const told = this.#try(what);
      if (!(told instanceof Unanswered)) return told;
      if (performance.now() > deadline) return timedOut();
      await this.consultation.settle(deadline);
      if (this.#ended) return undefined;
    }
  }

  /** A bug of this server ends the watch, not the server. */
  #try(what: Telling): Refusal | undefined {
    try {
      return what();
    } catch (error) {
      return internal(`internal error: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #fail(refusal: Refusal): void {
    this.end();
    this.#onFailure(refusal);
  }
}
