import { writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { HttpResponse, Transport } from '@archipelago/kube-client';
import { createAuthority, type KubernetesAuthority } from '@archipelago/kube-sandbox/real';

/** What happens to one request. `kept` faults act on an answer that goes on: a watch. */
export type Fault =
  /** The connection is cut before the server hears of it, or when the server has acted and nobody is told. */
  | { readonly kind: 'cut'; readonly when: 'before' | 'after' | 'in the body' }
  | { readonly kind: 'answer'; readonly status: number; readonly retryAfterSeconds?: number }
  | { readonly kind: 'slow'; readonly delayMs: number }
  | {
      readonly kind: 'kept';
      readonly afterMs: number;
      readonly then: 'cut' | 'end' | 'silence' | 'expire' | 'garbage';
    };

/** A request as it came in. */
export interface ProxiedRequest {
  readonly method: string;
  readonly path: string;
  readonly isWatch: boolean;
  readonly userAgent: string;
  readonly body: string;
}

/** A request and what the server said; `status` 0: it was never asked. */
interface ProxiedAnswer extends ProxiedRequest {
  readonly status: number;
  readonly atMs: number;
}

/** An HTTPS server in front of an API server, which it asks under the identity of `upstream`. */
export interface FaultProxy {
  readonly url: string;
  /** Kubeconfig that names the authority and the token by file, as in a pod. */
  readonly kubeconfig: string;
  /** Everything that reached the server, in order. */
  readonly answered: readonly ProxiedAnswer[];
  /** How often each fault struck. */
  readonly struck: ReadonlyMap<string, number>;
  /** How many watches have met the end, or the silence, that a `kept` fault had in store for them. */
  readonly brokenWatches: number;
  /** How many connections were not taken. */
  readonly refusals: number;
  /** From now on; undefined: none. */
  decide(fault: ((request: ProxiedRequest) => Fault | undefined) | undefined): void;
  /** Another serving certificate; of another authority, whose certificate replaces the old one's file, when told. */
  renew(authority: 'same' | 'other'): Promise<void>;
  /** Another token is wanted from now on; its file says so. */
  replaceToken(): void;
  /** Cuts every connection and takes none until called with false. */
  refuse(isRefusing: boolean): void;
  stop(): Promise<void>;
}

/** Starts one on a free loopback port; its files are written into the folder. Tokens begin with `token`. */
export async function startFaultProxy(
  upstream: Transport,
  folder: string,
  token = 'token',
): Promise<FaultProxy> {
  const proxy = new Proxying(upstream, folder, token);
  await proxy.start();
  return proxy;
}

const reasons: Readonly<Record<number, string>> = {
  409: 'Conflict',
  410: 'Expired',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

class Proxying implements FaultProxy {
  readonly answered: ProxiedAnswer[] = [];
  readonly struck = new Map<string, number>();
  readonly kubeconfig: string;
  readonly #upstream: Transport;
  readonly #folder: string;
  readonly #sockets = new Set<Socket>();
  #authority: KubernetesAuthority | undefined;
  #server: Server | undefined;
  #fault: ((request: ProxiedRequest) => Fault | undefined) | undefined;
  #isRefusing = false;
  readonly #tokens: string;
  #token = 1;
  brokenWatches = 0;
  refusals = 0;
  url = '';

  constructor(upstream: Transport, folder: string, tokens: string) {
    this.#upstream = upstream;
    this.#folder = folder;
    this.#tokens = tokens;
    this.kubeconfig = join(folder, 'proxy.json');
  }

  async start(): Promise<void> {
    this.#authority = await createAuthority();
    const { certificate: cert, privateKey: key } = await this.#authority.server();
    const server = createServer({ cert, key }, (request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      if (!this.#isRefusing) return;
      this.refusals += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    this.url = `https://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
    this.#writeFiles();
  }

  decide(fault: ((request: ProxiedRequest) => Fault | undefined) | undefined): void {
    this.#fault = fault;
  }

  async renew(which: 'same' | 'other'): Promise<void> {
    const authority =
      which === 'same' && this.#authority !== undefined ? this.#authority : await createAuthority();
    this.#authority = authority;
    const { certificate: cert, privateKey: key } = await authority.server();
    this.#server?.setSecureContext({ cert, key });
    this.#writeFiles();
    this.#cutAll();
  }

  replaceToken(): void {
    this.#token += 1;
    this.#writeFiles();
  }

  refuse(isRefusing: boolean): void {
    this.#isRefusing = isRefusing;
    if (isRefusing) this.#cutAll();
  }

  async stop(): Promise<void> {
    this.#cutAll();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  #cutAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #writeFiles(): void {
    const file = (name: string) => join(this.#folder, name);
    writeFileSync(file('proxy-ca.crt'), this.#authority?.certificate ?? '');
    writeFileSync(file('proxy-token'), `${this.#tokens}-${this.#token}`);
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'proxy',
      clusters: [
        { name: 'proxy', cluster: { server: this.url, 'certificate-authority': file('proxy-ca.crt') } },
      ],
      users: [{ name: 'proxy', user: { tokenFile: file('proxy-token') } }],
      contexts: [{ name: 'proxy', context: { cluster: 'proxy', user: 'proxy' } }],
    };
    writeFileSync(this.kubeconfig, JSON.stringify(config));
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    if (incoming.headers.authorization !== `Bearer ${this.#tokens}-${this.#token}`) {
      refuse(outgoing, 401);
      return;
    }
    const fault = this.#fault?.(request);
    if (fault !== undefined) this.#count(fault);
    if (await isStopped(fault, outgoing)) return;
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    const answer = await this.#ask(request, incoming, gone.signal);
    this.answered.push({ ...request, status: answer.status, atMs: performance.now() });
    if (fault?.kind === 'cut' && fault.when === 'after') outgoing.destroy();
    else await pass(answer, outgoing, { fault, onBroken: () => this.#countBroken() });
  }

  async #ask(request: ProxiedRequest, incoming: IncomingMessage, signal: AbortSignal): Promise<HttpResponse> {
    const { accept, 'content-type': type, 'user-agent': agent } = incoming.headers;
    const headers = {
      Accept: accept ?? 'application/json',
      'User-Agent': agent ?? 'proxy',
      ...(type === undefined ? {} : { 'Content-Type': type }),
    };
    const body = request.body === '' ? undefined : request.body;
    return this.#upstream.send({ method: request.method, path: request.path, headers, body, signal });
  }

  #countBroken(): void {
    this.brokenWatches += 1;
  }

  #count(fault: Fault): void {
    const name = nameOf(fault);
    this.struck.set(name, (this.struck.get(name) ?? 0) + 1);
  }
}

/** Whether the server never hears of the request. */
async function isStopped(fault: Fault | undefined, outgoing: ServerResponse): Promise<boolean> {
  switch (fault?.kind) {
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
      return false;
    case 'answer':
      refuse(outgoing, fault.status, fault.retryAfterSeconds);
      return true;
    case 'cut':
      if (fault.when === 'before') outgoing.destroy();
      return fault.when === 'before';
    default:
      return false;
  }
}

function nameOf(fault: Fault): string {
  switch (fault.kind) {
    case 'cut':
      return `cut ${fault.when}`;
    case 'answer':
      return `${fault.status}${fault.retryAfterSeconds === undefined ? '' : ' with Retry-After'}`;
    case 'slow':
      return 'slow';
    case 'kept':
      return `watch: ${fault.then}`;
  }
}

async function readRequest(incoming: IncomingMessage): Promise<ProxiedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const path = incoming.url ?? '/';
  return {
    method: incoming.method ?? 'GET',
    path,
    isWatch: /[?&]watch=/.test(path),
    userAgent: incoming.headers['user-agent'] ?? '',
    body: Buffer.concat(chunks).toString(),
  };
}

function refuse(outgoing: ServerResponse, code: number, retryAfterSeconds?: number): void {
  const headers = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
  const status = {
    apiVersion: 'v1',
    kind: 'Status',
    status: 'Failure',
    code,
    reason: reasons[code] ?? 'Unknown',
  };
  outgoing.writeHead(code, { 'Content-Type': 'application/json', ...headers });
  outgoing.end(JSON.stringify({ ...status, message: `the proxy says ${code}` }));
}

interface Passing {
  readonly fault: Fault | undefined;
  readonly onBroken: () => void;
}

/** Passes an answer on, or what the fault leaves of it. */
async function pass(answer: HttpResponse, outgoing: ServerResponse, passing: Passing): Promise<void> {
  const { fault, onBroken } = passing;
  const { 'content-length': _, 'transfer-encoding': __, ...headers } = answer.headers;
  outgoing.writeHead(answer.status, headers);
  let isSilent = false;
  if (fault?.kind === 'kept') {
    const timer = setTimeout(() => {
      // The server may have ended the watch a moment before; 'close' comes later than the end.
      if (outgoing.writableEnded) return;
      isSilent = true;
      finish(outgoing, fault.then);
      onBroken();
    }, fault.afterMs);
    outgoing.once('close', () => clearTimeout(timer));
  }
  try {
    outgoing.flushHeaders();
    for await (const chunk of answer.body) {
      if (fault?.kind === 'cut') {
        outgoing.write(chunk.subarray(0, Math.floor(chunk.length / 2)));
        return void setImmediate(() => outgoing.destroy());
      }
      if (!isSilent) outgoing.write(chunk);
    }
    if (!isSilent) outgoing.end();
  } catch {
    outgoing.destroy();
  }
}

function finish(outgoing: ServerResponse, how: Extract<Fault, { kind: 'kept' }>['then']): void {
  switch (how) {
    case 'cut':
      outgoing.destroy();
      break;
    case 'end':
      outgoing.end();
      break;
    case 'silence':
      break;
    case 'expire':
      outgoing.end(`${JSON.stringify({ type: 'ERROR', object: expired })}\n`);
      break;
    case 'garbage':
      outgoing.end('{"type":"ADDED","object":{"kind":\n');
      break;
  }
}

const expired = {
  apiVersion: 'v1',
  kind: 'Status',
  status: 'Failure',
  code: 410,
  reason: 'Expired',
  message: 'too old resource version: 1 (2)',
};
