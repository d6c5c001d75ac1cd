import type { Saying } from './advice.ts';
import { flagAdvice } from './flag-advice.ts';

/** An error that people are told in one sentence; its `message` is that of the terminal. */
export class AdvisingError extends Error {
  /** The same sentence with the advice of another place. */
  readonly say: Saying;

  constructor(said: string | Saying) {
    const say = typeof said === 'string' ? () => said : said;
    super(say(flagAdvice));
    this.say = say;
  }
}
