import type { HttpRequest, HttpResponse, Transport } from '../../src/kubernetes/transport.ts';
import { type ApiResponse, isStream } from '../../src/sandbox/rest/api-response.ts';
import type { EmbeddedCluster } from '../../src/sandbox/start-embedded-cluster.ts';

/** A request as tests count it. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly isWatch: boolean;
  readonly status: number;
}

export interface TransportOptions {
  /** Called when a request has been answered. */
  readonly onAnswer?: (seen: Seen) => void;
  /** Whether the connection breaks around this request (never asked for watches). */
  readonly fault?: (request: HttpRequest) => 'before' | 'after' | undefined;
}

/** Speaks to an embedded cluster without a socket. */
export function inProcessTransport(cluster: EmbeddedCluster, options: TransportOptions = {}): Transport {
  return {
    server: cluster.url,
    async send(request) {
      const [path = '', query = ''] = request.path.split('?');
      const isWatch = query.includes('watch=');
      const fault = isWatch ? undefined : options.fault?.(request);
      if (fault === 'before') throw reset();
      if (request.signal.aborted) throw reset();
      const response = await cluster.handle({
        method: request.method,
        path,
        query: new URLSearchParams(query),
        headers: headersOf(request, cluster.adminToken),
        body: Buffer.from(request.body ?? ''),
      });
      options.onAnswer?.({ method: request.method, path: request.path, isWatch, status: response.status });
      if (fault === 'after') throw reset();
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
