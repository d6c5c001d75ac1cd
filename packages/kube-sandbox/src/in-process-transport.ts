import { connectionReset } from './faults/connection-reset.ts';
import type { Handle } from './faults/faults.ts';
import { type ApiResponse, isStream } from './requests/api-response.ts';

interface Sent {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
}

interface Received {
  readonly status: number;
  /** Names in lower case; several lines of one header joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Speaks to a server in this process; what `createKubernetesClient` of `@archipelago/kube-client` takes. */
export interface InProcessTransport {
  readonly server: string;
  send(request: Sent): Promise<Received>;
  credentialsRefused(): boolean;
  close(): void;
}

/** Speaks to a cluster without a socket, as the user of a token. */
export function inProcessTransport(
  cluster: { readonly url: string; readonly adminToken: string; readonly handle: Handle },
  token: string = cluster.adminToken,
): InProcessTransport {
  return {
    server: cluster.url,
    async send(request) {
      const [path = '', query = ''] = request.path.split('?');
      if (request.signal.aborted) throw connectionReset();
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

function headersOf(request: Sent, token: string): Record<string, string> {
  const own = Object.entries(request.headers).map(([name, value]) => [
    name.toLowerCase(),
    typeof value === 'string' ? value : value.join(', '),
  ]);
  return { ...Object.fromEntries(own), authorization: `Bearer ${token}` };
}

function textHeaders({ headers }: ApiResponse): Received['headers'] {
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
      else if (signal.aborted) throw connectionReset();
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
