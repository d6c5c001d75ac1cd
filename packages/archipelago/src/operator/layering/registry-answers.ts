import type { Clock } from '@archipelago/apimachinery';
import { Limiter } from '@archipelago/oci-registry';
import type { RegistryAnswer, RegistryQuestion } from '../../layering/build-plan/registry-question.ts';
import type { AskRegistry } from './ask-registry.ts';

interface RegistryAnswersOptions {
  readonly ask: AskRegistry;
  readonly clock: Clock;
  /** There is an answer more. */
  readonly onAnswer: () => void;
}

/** How long an answer is kept; planners ask again for what they need, each time with their own idea of how old it may be. */
const keptMs = 24 * 3_600_000;
/** A question that nobody answers: the next plan asks it again. */
const longestMs = 120_000;
const mostLong = 8;

/** What registries have said, and who is being asked. Only a cache: a process that begins anew has what the statuses tell, and asks for the rest. */
export class RegistryAnswers {
  readonly #options: RegistryAnswersOptions;
  readonly #answers = new Map<string, RegistryAnswer>();
  readonly #asking = new Map<string, Promise<void>>();
  /** Answers of many requests wait for each other, so that a registry has time for those that a build waits for. */
  readonly #long = new Limiter(mostLong);
  #ended = new AbortController();

  constructor(options: RegistryAnswersOptions) {
    this.#options = options;
  }

  /** By the id of the question. */
  all(): Readonly<Record<string, RegistryAnswer>> {
    return Object.fromEntries(this.#answers);
  }

  /** What was heard before, and kept elsewhere; what is known to be newer stays. */
  restore(answers: Readonly<Record<string, RegistryAnswer>>): void {
    for (const [id, answer] of Object.entries(answers))
      if ((this.#answers.get(id)?.askedAt ?? 0) < answer.askedAt) this.#answers.set(id, answer);
  }

  /** Asks what is not being asked already, unless it is too early. */
  want(questions: readonly RegistryQuestion[]): void {
    const now = this.#options.clock.now();
    for (const [id, { askedAt }] of this.#answers) if (askedAt + keptMs < now) this.#answers.delete(id);
    for (const question of questions)
      if ((question.notBefore ?? 0) <= now && !this.#asking.has(question.id)) this.#begin(question);
  }

  /** Nobody waits any more. What is known stays. */
  async leave(): Promise<void> {
    this.#ended.abort();
    this.#ended = new AbortController();
    await Promise.all(this.#asking.values());
  }

  #begin(question: RegistryQuestion): void {
    const { signal } = this.#ended;
    this.#asking.set(question.id, this.#ask(question, signal));
  }

  async #ask(question: RegistryQuestion, ended: AbortSignal): Promise<void> {
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
  async #answer(question: RegistryQuestion, ended: AbortSignal): Promise<RegistryAnswer> {
    const late = new AbortController();
    const cancel = this.#options.clock.after(longestMs, () => late.abort());
    try {
      return await this.#options.ask(question, AbortSignal.any([ended, late.signal]));
    } catch (error) {
      const message = `${question.reference}: ${error instanceof Error ? error.message : String(error)}`;
      return { askedAt: 0, state: 'unavailable', message };
    } finally {
      cancel();
    }
  }
}

/** An index is looked at with all that it names. */
function isLong({ kind }: RegistryQuestion): boolean {
  return kind === 'published' || kind === 'delete';
}
