import { isJsonObject, type JsonObject, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import { builtInTypes } from './built-in/built-in-types.ts';
import { EmbeddedServer } from './embedded-server.ts';
import { metadataOf } from './json/json-access.ts';
import type { User } from './requests/api-request.ts';
import { type ApiResponse, type BodyStream, isStream } from './requests/api-response.ts';
import type { Environment } from './resources/environment.ts';
import { newStore } from './storage/new-store.ts';
import type { Outgoing, ResolveService } from './webhooks/outgoing-call.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  yaml: 'application/yaml',
  merge: 'application/merge-patch+json',
  'json-patch': 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
};

/** What goes with a request: texts are sent as they are, everything else as JSON. */
interface Sent {
  readonly body?: unknown;
  /** One of the short names above, or a media type; JSON, and for PATCH a merge patch, when not given. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer with what tests ask of it. */
export class Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: ApiResponse['headers'];

  constructor(response: ApiResponse) {
    if (isStream(response.body)) throw new Error('a stream');
    this.status = response.status;
    this.text = Buffer.from(response.body).toString();
    this.headers = response.headers;
  }

  get body(): JsonObject {
    const value: unknown = JSON.parse(this.text);
    if (!isJsonObject(value)) throw new Error(`no object: ${this.text}`);
    return value;
  }

  get metadata(): JsonObject {
    return metadataOf(this.body);
  }

  get message(): string {
    return this.status < 300 ? '' : textAt(this.body, 'message');
  }

  get warnings(): readonly string[] {
    const header = this.headers.warning ?? [];
    return typeof header === 'string' ? [header] : header;
  }

  /** Fields that the refusal names as its causes. */
  get causes(): readonly string[] {
    return objectsAt(objectAt(this.body, 'details'), 'causes').map((cause) => textAt(cause, 'field'));
  }

  /** Names of the items of a list. */
  get names(): readonly string[] {
    return objectsAt(this.body, 'items').map((item) => textAt(metadataOf(item), 'name'));
  }
}

interface WatchEvent {
  readonly type: string;
  readonly name: string;
  readonly object: JsonObject;
}

/** A watch as its client sees it. Changes arrive before the request that makes them is answered. */
class WatchClient {
  readonly events: WatchEvent[] = [];
  ended = false;
  stop = () => {};

  /** Events since the last call, as `ADDED a`. */
  news(): readonly string[] {
    return this.events.splice(0).map(({ type, name }) => (name === '' ? type : `${type} ${name}`));
  }

  write(chunk: string): void {
    for (const line of chunk.split('\n').filter((one) => one !== '')) {
      const event: unknown = JSON.parse(line);
      if (!isJsonObject(event)) throw new Error(line);
      const object = objectAt(event, 'object');
      this.events.push({
        type: textAt(event, 'type'),
        name: textAt(metadataOf(object), 'name'),
        object,
      });
    }
  }

  end(): void {
    this.ended = true;
  }
}

interface TestServerOptions {
  readonly history?: number;
  readonly outgoing?: Outgoing;
  readonly resolveService?: ResolveService;
  readonly assignsAccounts?: boolean;
  /** Instead of a clock that `pass` moves. */
  readonly now?: () => number;
}

const nobodyAnswers: Outgoing = async () => ({ kind: 'failed', problem: 'nobody answers' });
const START = Date.parse('2026-01-01T00:00:00Z');

/** An embedded server without a socket, with a clock that only the test moves. */
export class TestServer {
  readonly server: EmbeddedServer;
  readonly adminToken: string;
  #time = START;
  #ids = 0;
  #seed = 1;

  constructor(options: TestServerOptions = {}) {
    const environment: Environment = {
      now: options.now ?? (() => this.#time),
      uuid: () => {
        this.#ids += 1;
        return `00000000-0000-4000-8000-${String(this.#ids).padStart(12, '0')}`;
      },
      random: options.now === undefined ? () => 0 : (limit) => this.#next(limit),
    };
    this.server = new EmbeddedServer({
      environment,
      store: newStore(options.history ?? 100),
      types: builtInTypes,
      checksOwners: false,
      ...(options.assignsAccounts === undefined ? {} : { assignsAccounts: options.assignsAccounts }),
      onRequest: undefined,
      outgoing: options.outgoing ?? nobodyAnswers,
      resolveService: options.resolveService,
    });
    this.adminToken = this.server.users.add({ name: 'admin', groups: ['system:masters'] });
  }

  /** Chance that is the same each time. */
  #next(limit: number): number {
    this.#seed = (Math.imul(this.#seed, 1_103_515_245) + 12_345) >>> 0;
    return (this.#seed >>> 8) % limit;
  }

  get store() {
    return this.server.state.store;
  }

  pass(seconds: number): void {
    this.#time += seconds * 1000;
  }

  addUser(user: User): string {
    return this.server.users.add(user);
  }

  async #handle(method: string, target: string, sent: Sent): Promise<ApiResponse> {
    const [path = '', query] = target.split('?');
    const type = sent.type ?? (method === 'PATCH' ? 'merge' : 'json');
    const { body } = sent;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.server.handle({
      method,
      path,
      query: new URLSearchParams(query),
      headers: {
        authorization: `Bearer ${this.adminToken}`,
        'user-agent': 'test/1',
        'content-type': MEDIA_TYPES[type] ?? type,
        ...sent.headers,
      },
      body: body === undefined ? new Uint8Array() : new TextEncoder().encode(text),
    });
  }

  async send(method: string, target: string, body?: unknown, sent: Sent = {}): Promise<Answer> {
    return new Answer(await this.#handle(method, target, { ...sent, body: body ?? sent.body }));
  }

  get(target: string, sent: Sent = {}): Promise<Answer> {
    return this.send('GET', target, undefined, sent);
  }

  /** Sends what must succeed. */
  async must(method: string, target: string, body?: unknown, sent: Sent = {}): Promise<JsonObject> {
    const answer = await this.send(method, target, body, sent);
    if (answer.status >= 300) throw new Error(`${method} ${target}: ${answer.status} ${answer.message}`);
    return answer.body;
  }

  async stream(target: string, sent: Sent = {}): Promise<BodyStream> {
    const { body } = await this.#handle('GET', target, sent);
    if (!isStream(body)) throw new Error(`no stream: ${Buffer.from(body).toString()}`);
    return body;
  }

  async watch(target: string, sent: Sent = {}): Promise<WatchClient> {
    const client = new WatchClient();
    client.stop = (await this.stream(target, sent)).start(client);
    return client;
  }

  /** Defines a namespaced custom resource `things.example.com` of kind Thing; each version's fields are given. */
  define(versions: readonly JsonObject[], spec: JsonObject = {}): Promise<JsonObject> {
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    const whole = versions.map((version, index) => ({
      served: true,
      storage: index === 0,
      schema,
      ...version,
    }));
    const names = { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' };
    return this.must('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'things.example.com' },
      spec: { group: 'example.com', scope: 'Namespaced', names, versions: whole, ...spec },
    });
  }
}

export const configMaps = '/api/v1/namespaces/default/configmaps';
export const things = '/apis/example.com/v1/namespaces/default/things';

export function configMap(name: string, metadata: JsonObject = {}, rest: JsonObject = {}): JsonObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata }, ...rest };
}

export function thing(name: string, rest: JsonObject = {}, metadata: JsonObject = {}): JsonObject {
  return { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name, ...metadata }, ...rest };
}
