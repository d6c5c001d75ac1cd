import type { HttpRequest, HttpResponse, Transport } from '@archipelago/kube-client';
import { type ApiResponse, type EmbeddedCluster, isStream } from '@archipelago/kube-sandbox';

/** Speaks to an embedded cluster without a socket, as the user of a token. */
export function inProcessTransport(cluster: EmbeddedCluster, token = cluster.adminToken): Transport {
  return {
    server: cluster.url,
    async send(request) {
      const [path = '', query = ''] = request.path.split('?');
      if (request.signal.aborted) throw reset();
      const response = await cluster.handle({
        method: request.method,
        path,
        query: new URLSearchParams(query),
        headers: headersOf(request, token),
        body: Buffer.from(request.body ?? ''),
      });
      return {
        status: response.status,
        headers: textHeaders(response),
        body: bodyOf(response, request.signal),
      };
    },
    credentialsRefused: () => false,
    close: () => undefined,
  };
}

function reset(): Error {
  return Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
}

function headersOf(request: HttpRequest, token: string): Record<string, string> {
  const own = Object.entries(request.headers).map(([name, value]) => [
    name.toLowerCase(),
    typeof value === 'string' ? value : value.join(', '),
  ]);
  return { ...Object.fromEntries(own), authorization: `Bearer ${token}` };
}

function textHeaders({ headers }: ApiResponse): HttpResponse['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      typeof value === 'string' ? value : value.join(', '),
    ]),
  );
}

async function* bodyOf({ body }: ApiResponse, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  if (!isStream(body)) {
    yield typeof body === 'string' ? Buffer.from(body) : body;
    return;
  }
  const chunks: string[] = [];
  let isEnded = false;
  let wake = () => {};
  const stop = body.start({
    write(chunk) {
      chunks.push(chunk);
      wake();
    },
    end() {
      isEnded = true;
      wake();
    },
  });
  const abort = () => wake();
  signal.addEventListener('abort', abort);
  try {
    for (;;) {
      const chunk = chunks.shift();
      if (chunk !== undefined) yield Buffer.from(chunk);
      else if (isEnded) return;
      else if (signal.aborted) throw reset();
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    stop();
    signal.removeEventListener('abort', abort);
  }
}
