import type { RegistryAnswers } from './images/image-knowledge.ts';
import { lastProbed } from './images/image-knowledge.ts';

/** What was asked from here, and where nobody answered what is remembered: who cannot be reached from here may have answered the operator. */
export function combinedAnswers(
  asked: RegistryAnswers,
  remembered: RegistryAnswers | undefined,
): RegistryAnswers {
  return new Map(
    [...asked].map(([key, here]) => {
      const there = here.kind === 'failed' ? remembered?.get(key) : undefined;
      return [key, there !== undefined && lastProbed(there) !== undefined ? there : here];
    }),
  );
}
