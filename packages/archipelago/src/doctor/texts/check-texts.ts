import type { Check } from '../model/check.ts';

/** What is told of a check, as templates with `{params}`. */
export type CheckTexts = Pick<Check, 'title' | 'message' | 'impact' | 'fix' | 'falsePositives'>;
