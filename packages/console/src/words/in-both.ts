import type { Language } from './language.ts';

/** Words of a page or part in each language. A text with values in it is a function: languages put them in different places. */
export type Both<Words> = Readonly<Record<Language, Words>>;

/** Words in English, and the same in Japanese: what the one has, the other has, too. */
export function inBoth<Words>(en: Words, ja: NoInfer<Words>): Both<Words> {
  return { en, ja };
}
