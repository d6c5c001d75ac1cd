import type { HttpRequest, HttpResponse, HttpTransport } from '@archipelago/oci-registry';

/** What a scripted server answers: usually 200, without headers and body. */
export interface ScriptedAnswer {
  readonly status?: number;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** One piece, or several; an error among them breaks the connection there. */
  readonly body?: string | Uint8Array | readonly (Uint8Array | Error)[];
}

/** `silence`: no answer, until the caller gives up; an error: the connection breaks. */
export type Script = (request: HttpRequest) => ScriptedAnswer | 'silence' | Error;

/** A transport without a network, which remembers what was sent. */
export interface ScriptedTransport extends HttpTransport {
  /** Oldest first. */
  readonly requests: readonly HttpRequest[];
  /** `METHOD address` of each request, and `as AUTHORIZATION` where it had one. */
  lines(): readonly string[];
  /** Pieces of bodies that were read. */
  readonly pieces: number;
}

/** Answers every request as the script says. */
export function scriptedTransport(script: Script): ScriptedTransport {
  const requests: HttpRequest[] = [];
  let pieces = 0;
  return {
    requests,
    get pieces() {
      return pieces;
    },
    lines: () => requests.map(lineOf),
    close: () => undefined,
    async send(request) {
      // senders use their buffers again
      requests.push({ ...request, body: request.body && Buffer.from(request.body) });
      const answer = script(request);
      if (answer === 'silence') return silence(request.signal);
      if (answer instanceof Error) throw answer;
      return responseOf(answer, () => {
        pieces += 1;
      });
    },
  };
}

/** What Node throws when a connection breaks. */
export function brokenConnection(code = 'ECONNRESET'): Error {
  return Object.assign(new Error('socket hang up'), { code });
}

function lineOf({ method, url, headers: { Authorization } }: HttpRequest): string {
  return `${method} ${url.href}${Authorization === undefined ? '' : ` as ${Authorization}`}`;
}

function silence(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = () => reject(brokenConnection('ABORT_ERR'));
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}

function responseOf(
  { status = 200, headers = {}, body = [] }: ScriptedAnswer,
  read: () => void,
): HttpResponse {
  const pieces = typeof body === 'string' || body instanceof Uint8Array ? [Buffer.from(body)] : body;
  return { status, headers, body: bodyOf(pieces, read) };
}

async function* bodyOf(
  pieces: readonly (Uint8Array | Error)[],
  read: () => void,
): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece instanceof Error) throw piece;
    read();
    yield piece;
  }
}
