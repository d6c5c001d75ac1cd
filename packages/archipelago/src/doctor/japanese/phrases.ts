import { paramPhrases } from './param-phrases.ts';
import { reasonPhrases } from './reason-phrases.ts';

/** Sentences of reports that are no text of a check. English and Japanese, with `{params}`. */
export const japanesePhrases = [...reasonPhrases, ...paramPhrases];
