import type { Clock } from '@archipelago/apimachinery';
import { Limiter } from '@archipelago/oci-registry';
import type { LayeringAnswer, LayeringQuestion } from '../../layering/build-plan/layering-question.ts';

/** Asks registries, and the API server for logs. Refusals are answers; it throws for mistakes of ours only. */
export type AskOutside = (question: LayeringQuestion, signal: AbortSignal) => Promise<LayeringAnswer>;

interface OutsideAnswersOptions {
  readonly ask: AskOutside;
  readonly clock: Clock;
  /** There is an answer more. */
  readonly onAnswer: () => void;
}

/** How long an answer is kept; planners ask again for what they need, each time with their own idea of how old it may be. */
const keptMs = 24 * 3_600_000;
/** A log is written down at once, and is long. */
const logKeptMs = 600_000;
/** A question that nobody answers: the next plan asks it again. */
const longestMs = 120_000;
const mostLong = 8;

/** What registries and the API server have said, and who is being asked. Only a cache: a process that begins anew has what the statuses tell, and asks for the rest. */
export class OutsideAnswers {
  readonly #options: OutsideAnswersOptions;
  readonly #answers = new Map<string, LayeringAnswer>();
  readonly #asking = new Map<string, Promise<void>>();
  /** Answers of many requests wait for each other, so that a registry has time for those that a build waits for. */
  readonly #long = new Limiter(mostLong);
  #ended = new AbortController();

  constructor(options: OutsideAnswersOptions) {
    this.#options = options;
  }

  /** By the id of the question. */
  all(): Readonly<Record<string, LayeringAnswer>> {
    return Object.fromEntries(this.#answers);
  }

  /** What was heard before, and kept elsewhere; what is known to be newer stays. */
  restore(answers: Readonly<Record<string, LayeringAnswer>>): void {
    for (const [id, answer] of Object.entries(answers))
      if ((this.#answers.get(id)?.askedAt ?? 0) < answer.askedAt) this.#answers.set(id, answer);
  }

  /** Asks what is not being asked already, unless it is too early. */
  want(questions: readonly LayeringQuestion[]): void {
    const now = this.#options.clock.now();
    for (const [id, answer] of this.#answers) if (isOld(answer, now)) this.#answers.delete(id);
    for (const question of questions)
      if ((question.notBefore ?? 0) <= now && !this.#asking.has(question.id)) this.#begin(question);
  }

  /** Nobody waits any more. What is known stays. */
  async leave(): Promise<void> {
    this.#ended.abort();
    this.#ended = new AbortController();
    await Promise.all(this.#asking.values());
  }

  #begin(question: LayeringQuestion): void {
    const { signal } = this.#ended;
    this.#asking.set(question.id, this.#ask(question, signal));
  }

  async #ask(question: LayeringQuestion, ended: AbortSignal): Promise<void> {
    const { clock, onAnswer } = this.#options;
    const leave = isLong(question) ? await this.#long.enter(ended) : undefined;
    // what a registry said holds for when it was asked: things may have been pushed since
    const askedAt = clock.now();
    const answer = await this.#answer(question, ended);
    leave?.();
    this.#asking.delete(question.id);
    if (!ended.aborted) this.#answers.set(question.id, { ...answer, askedAt });
    // also where nothing was heard: who waits has to ask again
    onAnswer();
  }

  /** A mistake of ours is no answer, too: it must end neither the process nor the asking. */
  async #answer(question: LayeringQuestion, ended: AbortSignal): Promise<LayeringAnswer> {
    const late = new AbortController();
    const cancel = this.#options.clock.after(longestMs, () => late.abort());
    try {
      return await this.#options.ask(question, AbortSignal.any([ended, late.signal]));
    } catch (error) {
      const about = question.kind === 'log' ? `the log of ${question.pod}` : question.reference;
      const message = `${about}: ${error instanceof Error ? error.message : String(error)}`;
      return { askedAt: 0, state: 'unavailable', message };
    } finally {
      cancel();
    }
  }
}

function isOld({ askedAt, state }: LayeringAnswer, now: number): boolean {
  return askedAt + (state === 'log' ? logKeptMs : keptMs) < now;
}

/** An index is looked at with all that it names; a log is read to its end. */
function isLong({ kind }: LayeringQuestion): boolean {
  return kind === 'published' || kind === 'delete' || kind === 'log';
}
