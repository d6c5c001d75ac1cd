import type { RegistryQuestion } from './registry-question.ts';

/** By what the answer is known: a login that was changed is asked with at once. */
export function questionId(
  { id, secret }: Pick<RegistryQuestion, 'id' | 'secret'>,
  versionOf: (secret: string) => string | undefined,
): string {
  const version = secret === undefined ? undefined : versionOf(secret);
  return version === undefined ? id : `${id} ${version}`;
}
