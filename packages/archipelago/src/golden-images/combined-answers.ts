import type { RegistryAnswers } from './images/image-knowledge.ts';
import { lastProbed } from './images/image-knowledge.ts';

/** What was asked from here, and where nobody answered what is remembered: who cannot be reached from here may have answered the operator. */
export function combinedAnswers(
  asked: RegistryAnswers,
  remembered: RegistryAnswers | undefined,
): RegistryAnswers {
  return new Map(
    [...asked].map(([key, here]) => {
      const there = remembered?.get(key);
      if (here.kind !== 'failed' || there === undefined) return [key, here];
      // two failures: the one from here is new, the other may be a week old
      const last = lastProbed(there);
      return [key, there.kind === 'probed' ? there : last === undefined ? here : { ...here, last }];
    }),
  );
}
