import type { FuzzedRequest } from './fuzzed-request.ts';
import type { JudgedServer, Verdict } from './judged-server.ts';

/** A request that the two servers answered in different ways. */
export interface Difference {
  readonly request: FuzzedRequest;
  readonly real: Verdict;
  readonly embedded: Verdict;
}

interface Pair {
  readonly real: JudgedServer;
  readonly embedded: JudgedServer;
}

/** Sends each request to both. After an answer that differs its object goes from both, so that one difference does not bring others. */
export async function compareServers(
  pair: Pair,
  requests: readonly FuzzedRequest[],
): Promise<readonly Difference[]> {
  const differences: Difference[] = [];
  for (const request of requests) {
    const [real, embedded] = await Promise.all([pair.real.answer(request), pair.embedded.answer(request)]);
    const differ = real.code !== embedded.code;
    if (differ || real.reason !== embedded.reason) differences.push({ request, real, embedded });
    if (request.method === 'GET') continue;
    if (differ || (request.isFinishedLater === true && real.code < 300)) await level(pair, request);
  }
  return differences;
}

/** What requests of this namespace made in the collection goes from both. */
async function level({ real, embedded }: Pair, { collection, object }: FuzzedRequest): Promise<void> {
  await Promise.all(
    [real, embedded].map(async (server) => {
      const isOfMany = collection.includes('/namespaces/');
      const names = isOfMany ? await server.names(collection) : [];
      const own = names.filter((name) => name !== 'default' && name !== 'kube-root-ca.crt');
      await Promise.all(
        [...own, ...(object === undefined ? [] : [object])].map((name) => server.remove(collection, name)),
      );
    }),
  );
}
