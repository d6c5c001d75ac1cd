/** The languages that texts are there in. */
export const languages = ['en', 'ja'] as const;

export type Language = (typeof languages)[number];

/** The language that the environment of a command asks for: the first of LC_ALL, LC_MESSAGES and LANG that is set. */
export function languageOf(environment: Readonly<Record<string, string | undefined>>): Language {
  const { LC_ALL, LC_MESSAGES, LANG } = environment;
  const written = [LC_ALL, LC_MESSAGES, LANG].find((value) => value !== undefined && value !== '') ?? '';
  return /^ja([_.@-]|$)/i.test(written) ? 'ja' : 'en';
}
