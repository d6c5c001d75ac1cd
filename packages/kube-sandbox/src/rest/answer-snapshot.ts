import type { ServerState } from '../calls/call.ts';
import { snapshotLines } from '../persistence/snapshot-lines.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { methodNotAllowed } from '../refusals/status.ts';
import type { ApiRequest } from '../requests/api-request.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import { UNCACHED } from '../requests/uncached.ts';

/** GET of everything there is: for whoever may get this path, which is nobody without a role that names it. */
export function answerSnapshot({ store }: ServerState, { method, query }: ApiRequest): ApiResponse | Refusal {
  if (method !== 'GET') return methodNotAllowed();
  const contents = { revision: store.revision, changes: store.contents() };
  return {
    status: 200,
    headers: { ...UNCACHED, 'content-type': 'application/x-ndjson' },
    body: {
      start(sink) {
        for (const line of snapshotLines(contents, query.get('secrets') !== 'false'))
          sink.write(line.toString());
        sink.end();
        return () => undefined;
      },
    },
  };
}
