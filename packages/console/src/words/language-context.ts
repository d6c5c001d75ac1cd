import { createContext, useContext } from 'react';
import type { Both } from './in-both.ts';
import type { Language } from './language.ts';

/** The language that is spoken now, and how to speak another. */
interface Speaking {
  readonly language: Language;
  readonly speak: (language: Language) => void;
}

export const LanguageContext = createContext<Speaking>({ language: 'en', speak: () => undefined });

/** Words in the language that is spoken now. */
export function useWords<Words>(both: Both<Words>): Words {
  return both[useContext(LanguageContext).language];
}
