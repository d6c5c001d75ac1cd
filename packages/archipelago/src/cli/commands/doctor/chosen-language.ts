import { type Language, languageOf } from '../../../doctor/language/language.ts';
import type { Io } from '../../process/io.ts';

const forPrograms: readonly string[] = ['json', 'yaml', 'junit', 'sarif'];

/** The language that is asked for: by flag, or for people by the environment. Programs get English unless somebody says otherwise. */
export function chosenLanguage(
  { language, output = 'text' }: { readonly language?: Language; readonly output?: string },
  { environment = {} }: Pick<Io, 'environment'>,
): Language {
  return language ?? (forPrograms.includes(output) ? 'en' : languageOf(environment));
}
