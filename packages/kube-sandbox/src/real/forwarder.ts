import type { IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import type { ApiRequest } from '../requests/api-request.ts';
import type { ApiResponse, BodyStream } from '../requests/api-response.ts';
import type { SignedPair } from './kubernetes-authority.ts';

/** Headers of one connection, which are not passed on. */
const ownHeaders = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding']);

/** Passes requests on to a server over HTTPS, as users of client certificates or with the token they came with. */
export class Forwarder {
  readonly #url: URL;
  readonly #ca: string;
  readonly #agents = new Map<SignedPair | undefined, Agent>();

  constructor(url: string, ca: string) {
    this.#url = new URL(url);
    this.#ca = ca;
  }

  async send(request: ApiRequest, user: SignedPair | undefined): Promise<ApiResponse> {
    const message = await this.#open(request, user);
    const status = message.statusCode ?? 502;
    const headers = Object.fromEntries(
      Object.entries(message.headersDistinct).flatMap(([name, values = []]) => {
        const [first = ''] = values;
        return ownHeaders.has(name) ? [] : [[name, values.length > 1 ? values : first] as const];
      }),
    );
    if (message.headers['transfer-encoding'] === 'chunked' && isOfWatch(request))
      return { status, headers, body: streamOf(message) };
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk);
    return { status, headers, body: Buffer.concat(chunks) };
  }

  #open(request: ApiRequest, user: SignedPair | undefined): Promise<IncomingMessage> {
    const query = request.query.toString();
    const { hostname, port } = this.#url;
    const path = query === '' ? request.path : `${request.path}?${query}`;
    const passed = Object.entries(request.headers).filter(
      ([name, value]) =>
        value !== undefined && !ownHeaders.has(name) && (user === undefined || name !== 'authorization'),
    );
    return new Promise((resolve, reject) => {
      const outgoing = httpsRequest(
        {
          ...{ hostname, port, path, method: request.method, agent: this.#agentOf(user) },
          headers: { ...Object.fromEntries(passed), 'content-length': String(request.body.length) },
        },
        resolve,
      );
      outgoing.on('error', reject);
      outgoing.end(request.body);
    });
  }

  #agentOf(user: SignedPair | undefined): Agent {
    const known = this.#agents.get(user);
    if (known !== undefined) return known;
    const pair = user === undefined ? {} : { cert: user.certificate, key: user.privateKey };
    const agent = new Agent({ keepAlive: true, ca: this.#ca, ...pair });
    this.#agents.set(user, agent);
    return agent;
  }

  close(): void {
    for (const agent of this.#agents.values()) agent.destroy();
  }
}

function isOfWatch({ query, path }: ApiRequest): boolean {
  return query.has('watch') || query.get('follow') === 'true' || path.includes('/watch/');
}

function streamOf(message: IncomingMessage): BodyStream {
  return {
    start(sink) {
      message.setEncoding('utf8');
      message.on('data', (chunk: string) => sink.write(chunk));
      message.on('error', () => sink.end());
      message.on('end', () => sink.end());
      return () => message.destroy();
    },
  };
}
