import type { HttpRequest, HttpResponse, Transport } from './transport.ts';

/** What becomes of one request: an answer, a connection that breaks, or silence until it is given up. */
export type Scripted = Partial<HttpResponse> | Error | 'silence';

/** A transport that answers as told, and remembers what it was sent. */
interface ScriptedTransport extends Transport {
  readonly requests: readonly HttpRequest[];
  /** How often it was told that credentials were refused. */
  readonly refusals: number;
}

interface Script {
  /** What comes of the request with this number, from 0 on. */
  readonly answer: (index: number, request: HttpRequest) => Scripted;
  /** Whether credentials that were refused can be renewed. */
  readonly canRenew?: boolean;
}

/** Node's error of a connection. */
export function connectionFault(code: string): Error {
  return Object.assign(new Error(`connection: ${code}`), { code });
}

export async function* chunksOf(...chunks: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

export function json(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Scripted {
  return { status, headers, body: chunksOf(JSON.stringify(value)) };
}

/** A meta/v1 Status. */
export function statusObject(code: number, reason = '', more: object = {}): object {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code,
    reason,
    message: `said ${code}`,
    ...more,
  };
}

export function scriptedTransport({ answer, canRenew = false }: Script): ScriptedTransport {
  const requests: HttpRequest[] = [];
  const told = { refusals: 0 };
  return {
    server: 'http://scripted/',
    requests,
    get refusals() {
      return told.refusals;
    },
    async send(request) {
      requests.push(request);
      const scripted = answer(requests.length - 1, request);
      if (scripted instanceof Error) throw scripted;
      if (scripted !== 'silence') return { status: 200, headers: {}, body: chunksOf(), ...scripted };
      return new Promise((_, reject) => {
        const giveUp = () => reject(connectionFault('ABORT_ERR'));
        if (request.signal.aborted) giveUp();
        else request.signal.addEventListener('abort', giveUp);
      });
    },
    credentialsRefused() {
      told.refusals += 1;
      return canRenew;
    },
    close: () => undefined,
  };
}
