import { useEffect, useMemo, useState } from 'react';
import { type Language, languageOf, languages } from './language.ts';

const key = 'archipelago-language';

function first(): Language {
  const kept = localStorage.getItem(key);
  return languages.find((each) => each === kept) ?? languageOf(navigator.languages);
}

/** The language that was chosen here, or the browser's; a choice is kept for the next time. */
export function useLanguage(): { readonly language: Language; readonly speak: (language: Language) => void } {
  const [language, setLanguage] = useState(first);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return useMemo(() => {
    const speak = (next: Language): void => {
      localStorage.setItem(key, next);
      setLanguage(next);
    };
    return { language, speak };
  }, [language]);
}
