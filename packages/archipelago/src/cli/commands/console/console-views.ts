import { systemClock } from '@archipelago/apimachinery';
import type { Views } from '../../../console/desk.ts';
import type { LayeringClusterOptions } from '../../flags/layering-cluster-flags.ts';
import type { Io } from '../../process/io.ts';
import { createSharedFacts } from '../../sharing/shared-facts.ts';
import { consoleAsks } from './console-asks.ts';
import { consolePages } from './console-pages.ts';

/** What is seen and asked for with one login. Its pages share what they read of the cluster; asks read anew, and what they change is seen. */
export function consoleViews(options: LayeringClusterOptions, io: Io): Views {
  const facts = createSharedFacts(systemClock);
  const asks = [...consoleAsks(options, io)].map(
    ([name, ask]) =>
      [
        name,
        {
          ...ask,
          answer: async (body: Parameters<typeof ask.answer>[0]) => {
            try {
              return await ask.answer(body);
            } finally {
              facts.forget();
            }
          },
        },
      ] as const,
  );
  return { pages: consolePages({ ...options, facts }, io), asks: new Map(asks) };
}
