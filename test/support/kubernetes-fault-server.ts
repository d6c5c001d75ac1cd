import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { JsonObject, JsonValue, KubernetesObject } from '@archipelago/apimachinery';
import { eventually } from './eventually.ts';

/** What goes wrong with one request. */
export type Fault =
  | { readonly kind: 'status'; readonly code: number; readonly reason?: string; readonly retryAfter?: string }
  /** The connection is closed before the request is looked at. */
  | { readonly kind: 'drop' }
  /** The request is carried out, then the connection is closed without an answer. */
  | { readonly kind: 'drop-after' }
  /** No answer, the connection stays open. */
  | { readonly kind: 'hang' }
  /** Half of the answer (of a watch: half of an event), then the connection is closed. */
  | { readonly kind: 'half' }
  /** A watch is told 410 inside the stream. */
  | { readonly kind: 'expired-event' }
  /** A watch gets a line that is no JSON. */
  | { readonly kind: 'garbage' };

interface Change {
  readonly version: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: KubernetesObject;
}

interface Watcher {
  readonly response: ServerResponse;
  readonly path: string;
  send(change: Change): void;
}

/** A seen request, for assertions. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/**
 * A small API server for tests that fails on command: collections by path, pages, watches with
 * history, optimistic concurrency. No admission, no schema: it is not the sandbox.
 */
export class FaultServer {
  /** Consulted for every request; undefined lets it through. */
  fault: (request: SeenRequest) => Fault | undefined = () => undefined;
  /** Collections that are served, by path: `/api/v1/nodes`. */
  readonly served = new Set<string>();
  readonly requests: SeenRequest[] = [];
  readonly #objects = new Map<string, KubernetesObject>();
  #changes: Change[] = [];
  #version = 100;
  #compactedTo = 0;
  #server: Server | undefined;
  #port = 0;
  readonly #sockets = new Set<Socket>();
  readonly #watchers = new Set<Watcher>();

  get url(): URL {
    return new URL(`http://127.0.0.1:${this.#port}`);
  }

  /** Starts, or starts again on the same port. */
  async listen(): Promise<void> {
    const server = createServer((request, response) => {
      void this.#handle(request, response);
    });
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    // while it was away a connection of another test may have been given its port
    await eventually(
      () =>
        new Promise<void>((resolve, reject) => {
          server.once('error', reject);
          server.listen(this.#port, '127.0.0.1', resolve);
        }),
    );
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Stops at once; the objects stay. */
  async close(): Promise<void> {
    this.dropConnections();
    const server = this.#server;
    this.#server = undefined;
    if (server !== undefined) {
      await new Promise((resolve) => server.close(resolve));
    }
  }

  dropConnections(): void {
    for (const socket of this.#sockets) {
      socket.destroy();
    }
  }

  /** All history up to now is gone: older watches and continue tokens get 410. */
  compact(): void {
    this.#compactedTo = this.#version;
    this.#changes = [];
  }

  sendBookmarks(): void {
    for (const watcher of this.#watchers) {
      const object = { kind: 'Any', apiVersion: 'v1', metadata: { resourceVersion: String(this.#version) } };
      watcher.response.write(`${JSON.stringify({ type: 'BOOKMARK', object })}\n`);
    }
  }

  get watcherCount(): number {
    return this.#watchers.size;
  }

  /** Sends raw bytes to all watches. */
  writeToWatchers(text: string): void {
    for (const watcher of this.#watchers) {
      watcher.response.write(text);
    }
  }

  /** Creates or replaces an object as another client would. */
  put(collection: string, object: KubernetesObject): KubernetesObject {
    const key = `${collection}/${object.metadata.name}`;
    const old = this.#objects.get(key);
    this.#version += 1;
    const metadata = {
      ...object.metadata,
      uid: old?.metadata.uid ?? `uid-${this.#version}`,
      resourceVersion: String(this.#version),
    };
    const stored: KubernetesObject = { ...object, metadata };
    this.#objects.set(key, stored);
    this.#changed(collection, { version: this.#version, type: old ? 'MODIFIED' : 'ADDED', object: stored });
    return stored;
  }

  remove(collection: string, name: string): KubernetesObject | undefined {
    const key = `${collection}/${name}`;
    const old = this.#objects.get(key);
    if (old !== undefined) {
      this.#version += 1;
      this.#objects.delete(key);
      const object = { ...old, metadata: { ...old.metadata, resourceVersion: String(this.#version) } };
      this.#changed(collection, { version: this.#version, type: 'DELETED', object });
    }
    return old;
  }

  read(collection: string, name: string): KubernetesObject | undefined {
    return this.#objects.get(`${collection}/${name}`);
  }

  list(collection: string): KubernetesObject[] {
    return [...this.#objects.entries()]
      .filter(([key]) => key.slice(0, key.lastIndexOf('/')) === collection)
      .map(([, object]) => object)
      .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  }

  #changed(collection: string, change: Change): void {
    this.#changes.push(change);
    this.#paths.set(change, collection);
    for (const watcher of this.#watchers) {
      if (watcher.path === collection) {
        watcher.send(change);
      }
    }
  }

  readonly #paths = new WeakMap<Change, string>();

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    if (request === undefined) {
      return;
    }
    this.requests.push(request);
    const fault = this.fault(request);
    switch (fault?.kind) {
      case 'drop':
        incoming.socket.destroy();
        return;
      case 'hang':
        return;
      case 'status':
        response.setHeader('Content-Type', 'application/json');
        if (fault.retryAfter !== undefined) {
          response.setHeader('Retry-After', fault.retryAfter);
        }
        response.writeHead(fault.code).end(JSON.stringify(status(fault.code, fault.reason ?? 'Fault')));
        return;
      default:
        this.#answer(request, response, fault);
    }
  }

  #answer(request: SeenRequest, response: ServerResponse, fault: Fault | undefined): void {
    if (request.query.get('watch') === 'true') {
      this.#watch(request, response, fault);
      return;
    }
    const { code, body } = this.#execute(request);
    const text = JSON.stringify(body);
    if (fault?.kind === 'drop-after') {
      response.socket?.destroy();
      return;
    }
    response.setHeader('Content-Type', 'application/json');
    if (fault?.kind === 'half') {
      response.writeHead(code, { 'Content-Length': text.length });
      response.write(text.slice(0, text.length / 2), () => response.socket?.destroy());
      return;
    }
    response.writeHead(code).end(text);
  }

  #watch(request: SeenRequest, response: ServerResponse, fault: Fault | undefined): void {
    if (!this.served.has(request.path)) {
      response.writeHead(404).end(JSON.stringify(status(404, 'NotFound')));
      return;
    }
    const from = Number(request.query.get('resourceVersion') ?? '0');
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.flushHeaders();
    if (fault?.kind === 'expired-event' || from < this.#compactedTo) {
      response.end(`${JSON.stringify({ type: 'ERROR', object: status(410, 'Expired') })}\n`);
    } else if (fault?.kind === 'garbage') {
      response.end('{"type": no JSON\n');
    } else {
      this.#follow(request.path, from, writeLine(response, fault?.kind === 'half'), response);
    }
  }

  #follow(path: string, from: number, write: (line: string) => void, response: ServerResponse): void {
    const watcher: Watcher = {
      response,
      path,
      send: ({ type, object }) => write(`${JSON.stringify({ type, object })}\n`),
    };
    this.#watchers.add(watcher);
    response.on('close', () => this.#watchers.delete(watcher));
    for (const change of this.#changes) {
      if (change.version > from && this.#paths.get(change) === path) {
        watcher.send(change);
      }
    }
  }

  #execute(request: SeenRequest): { code: number; body: JsonValue } {
    const { method, path } = request;
    if (method === 'GET' && this.served.has(path)) {
      return this.#page(request);
    }
    if (/^\/(api|apis\/[^/]+)\/[^/]+$/.test(path)) {
      return this.#discover(path);
    }
    if (method === 'POST' && this.served.has(path)) {
      const object = JSON.parse(request.body) as KubernetesObject;
      return this.read(path, object.metadata.name) === undefined
        ? { code: 201, body: this.put(path, object) as unknown as JsonObject }
        : { code: 409, body: status(409, 'AlreadyExists') };
    }
    const collection = path.slice(0, path.lastIndexOf('/'));
    const name = path.slice(path.lastIndexOf('/') + 1);
    const old = this.served.has(collection) ? this.read(collection, name) : undefined;
    return old === undefined
      ? { code: 404, body: status(404, 'NotFound') }
      : this.#onObject(request, collection, old);
  }

  #discover(path: string): { code: number; body: JsonValue } {
    const resources = [...this.served]
      .filter((collection) => collection.startsWith(`${path}/`))
      .map((collection) => ({ name: collection.slice(path.length + 1) }));
    return resources.length === 0
      ? { code: 404, body: status(404, 'NotFound') }
      : { code: 200, body: { kind: 'APIResourceList', resources } };
  }

  #onObject(
    request: SeenRequest,
    collection: string,
    old: KubernetesObject,
  ): { code: number; body: JsonValue } {
    switch (request.method) {
      case 'GET':
        return { code: 200, body: old as unknown as JsonObject };
      case 'DELETE':
        this.remove(collection, old.metadata.name);
        return { code: 200, body: { kind: 'Status', apiVersion: 'v1', status: 'Success' } };
      case 'PUT': {
        const object = JSON.parse(request.body) as KubernetesObject;
        const version = object.metadata.resourceVersion;
        return version !== undefined && version !== old.metadata.resourceVersion
          ? { code: 409, body: status(409, 'Conflict') }
          : { code: 200, body: this.put(collection, object) as unknown as JsonObject };
      }
      case 'PATCH': {
        const patch: unknown = JSON.parse(request.body);
        // Every patch is merged, a JSON patch changes nothing.
        const object = Array.isArray(patch) ? old : (merged(old, patch) as KubernetesObject);
        return { code: 200, body: this.put(collection, object) as unknown as JsonObject };
      }
      default:
        return { code: 405, body: status(405, 'MethodNotAllowed') };
    }
  }

  #page({ path, query }: SeenRequest): { code: number; body: JsonValue } {
    // Unlike a real server's, later pages show later states; keyed by name, nothing is skipped.
    const [after = '', version = String(this.#version)] = (query.get('continue') ?? '')
      .split(' ')
      .filter(Boolean);
    if (Number(version) < this.#compactedTo) {
      return { code: 410, body: status(410, 'Expired') };
    }
    const rest = this.list(path).filter(({ metadata }) => metadata.name > after);
    const items = rest.slice(0, Number(query.get('limit') ?? '0') || rest.length);
    const last = items.at(-1)?.metadata.name;
    const more = items.length < rest.length ? { continue: `${last} ${version}` } : {};
    const metadata = { resourceVersion: version, ...more };
    return {
      code: 200,
      body: { kind: 'List', apiVersion: 'v1', metadata, items: items as unknown as JsonValue[] },
    };
  }
}

async function readRequest(incoming: IncomingMessage): Promise<SeenRequest | undefined> {
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://localhost');
  const { method = '', headers } = incoming;
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) {
      chunks.push(chunk as Buffer);
    }
  } catch {
    return undefined;
  }
  return {
    method,
    path: pathname,
    query: searchParams,
    headers,
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

function writeLine(response: ServerResponse, half: boolean): (line: string) => void {
  return half
    ? (line) => response.write(line.slice(0, line.length / 2), () => response.socket?.destroy())
    : (line) => response.write(line);
}

function merged(old: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) {
    return patch;
  }
  const base: Record<string, unknown> = typeof old === 'object' && old !== null ? { ...old } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) {
      delete base[key];
    } else {
      base[key] = merged(base[key], value);
    }
  }
  return base;
}

function status(code: number, reason: string): JsonObject {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    reason,
    message: `fault ${code}`,
    code,
  };
}
