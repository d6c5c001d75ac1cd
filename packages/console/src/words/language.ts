/** The languages that the console speaks. */
export const languages = ['en', 'ja'] as const;

export type Language = (typeof languages)[number];

/** The first language of a list (`navigator.languages`) that the console speaks; English where there is none. */
export function languageOf(wanted: readonly string[]): Language {
  const spoken = wanted.map((tag) => tag.toLowerCase().split('-')[0]);
  return spoken.flatMap((name) => languages.find((each) => each === name) ?? [])[0] ?? 'en';
}
