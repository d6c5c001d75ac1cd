import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { createSecureContext } from 'node:tls';
import type { Connection, Headers, TlsMaterial } from './connection.ts';

/** One HTTP request below the server's URL. */
export interface HttpRequest {
  readonly method: string;
  /** Path with query, starting with a slash. */
  readonly path: string;
  readonly headers: Headers;
  readonly body?: string | undefined;
  /** Aborting ends the request, also while its answer is being read. */
  readonly signal: AbortSignal;
}

/** An answer whose body has not been read yet. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; several lines of one header joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Throws when the connection breaks before the end. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Sends requests to one API server. Rejects with Node's error when there is no answer. */
export interface Transport {
  /** Where requests go, for messages. */
  readonly server: string;
  send(request: HttpRequest): Promise<HttpResponse>;
  /** The server answered 401. True when trying once more may go better. */
  credentialsRefused(): boolean;
  /** Closes idle connections. */
  close(): void;
}

/** Idle connections are closed before common load balancers drop them silently. */
const idleSocketMs = 60_000;
/** How long until the kernel asks a silent peer whether it is still there. */
const keepAliveProbeMs = 30_000;

/** The transport over HTTP/1.1 with kept-alive connections; TLS material is replaced when it rotates. */
export function nodeTransport(connection: Connection): Transport {
  const { server } = connection;
  const agents = server.protocol === 'http:' ? plainAgents() : tlsAgents();
  const send = server.protocol === 'http:' ? httpRequest : httpsRequest;
  const basePath = server.pathname.replace(/\/+$/, '');
  return {
    server: server.href,
    async send(request) {
      const { headers, tls } = await connection.material();
      const options: RequestOptions = {
        agent: agents.current(tls),
        host: server.hostname.replace(/^\[|\]$/g, ''),
        port: server.port,
        path: basePath + request.path,
        method: request.method,
        headers: outgoingHeaders({ ...headers, ...request.headers }, request.body),
        signal: request.signal,
      };
      return new Promise((resolve, reject) => {
        const outgoing = send(options, (incoming) => resolve(responseOf(incoming)));
        outgoing.on('error', reject);
        outgoing.on('socket', (socket) => {
          socket.setKeepAlive(true, keepAliveProbeMs);
          // between two requests nobody listens to a connection: an exchange given up at that moment would end the process
          if (!socket.listeners('error').includes(unheard)) socket.on('error', unheard);
        });
        outgoing.end(request.body);
      });
    },
    credentialsRefused: () => connection.refused(),
    close: () => agents.close(),
  };
}

/** Whoever waits for an answer is told by the request. */
function unheard(): void {}

interface Agents {
  current(tls: TlsMaterial): HttpAgent;
  close(): void;
}

const agentOptions = { keepAlive: true, timeout: idleSocketMs, scheduling: 'lifo' } as const;

function plainAgents(): Agents {
  const agent = new HttpAgent(agentOptions);
  return { current: () => agent, close: () => agent.destroy() };
}

/** One agent per TLS material; requests under way on an older one finish there. */
function tlsAgents(): Agents {
  let known: { readonly tls: TlsMaterial; readonly agent: HttpsAgent } | undefined;
  return {
    current(tls) {
      if (known?.tls !== tls) {
        known = { tls, agent: tlsAgent(tls) };
      }
      return known.agent;
    },
    close: () => known?.agent.destroy(),
  };
}

function tlsAgent({ ca, cert, key, serverName, insecure }: TlsMaterial): HttpsAgent {
  const secureContext = createSecureContext({
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  });
  return new HttpsAgent({
    ...agentOptions,
    secureContext,
    rejectUnauthorized: !insecure,
    ...(serverName === undefined ? {} : { servername: serverName }),
  });
}

function outgoingHeaders(headers: Headers, body: string | undefined): Record<string, string | string[]> {
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const own = Object.entries(headers).map(([name, value]): [string, string | string[]] => [
    name,
    typeof value === 'string' ? value : [...value],
  ]);
  return { ...Object.fromEntries(own), ...length };
}

function responseOf(incoming: IncomingMessage): HttpResponse {
  // who reads the body is told by its iterator; an answer that nobody reads any more may break without anybody's harm
  incoming.on('error', () => {});
  const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value : value.join(', ')]],
  );
  return { status: incoming.statusCode ?? 0, headers: Object.fromEntries(headers), body: incoming };
}
