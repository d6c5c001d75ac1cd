import type { JsonObject } from '@archipelago/apimachinery';
import type { Finding } from '../api/finding.ts';
import { reviewFormerSpellings } from '../config/review.ts';
import type { Chosen } from './configuration-choice.ts';
import { refusedFinding, sparedFinding } from './failures.ts';
import { specOf } from './hyper-converged.ts';
import { Notices } from './notices.ts';

/** Tells by events what is refused of a configuration, what holds though it would be, and what is written where it used to be. */
export class ConfigurationNotices {
  readonly #refusals: Notices;
  readonly #spellings: Notices;

  constructor(options: ConstructorParameters<typeof Notices>[0]) {
    this.#refusals = new Notices(options);
    this.#spellings = new Notices(options);
  }

  tell(object: JsonObject, { refused, spared }: Pick<Chosen, 'refused' | 'spared'>): void {
    const refusal = refused === undefined ? [] : [refusedFinding(refused)];
    this.#refusals.tell(object, [...refusal, ...spared.map(sparedFinding)]);
    const former = reviewFormerSpellings(specOf(object));
    this.#spellings.tell(
      object,
      former.map((finding) => ({ ...finding, reason: 'Deprecated' })),
    );
  }

  /** That nothing of it is carried out. */
  withheld(object: JsonObject, refusal: Finding): void {
    this.#refusals.tell(object, [refusal]);
  }
}
