import { setMaxListeners } from 'node:events';
import { attemptOf, notAllowed } from './authorization/attempt-of.ts';
import { Authorizer } from './authorization/authorize.ts';
import { impersonate } from './authorization/impersonate.ts';
import { KnownUsers } from './authorization/known-users.ts';
import {
  API_AUDIENCE,
  ServiceAccountTokens,
  type VerifiedToken,
} from './authorization/service-account-tokens.ts';
import { putBootstrapObjects } from './built-in/put-bootstrap-objects.ts';
import type { ServerState } from './calls/call.ts';
import { respondRefusal } from './calls/respond.ts';
import { type ClusterExtension, ClusterExtensions } from './cluster-extensions.ts';
import { DEFINITIONS, DefinitionController } from './controllers/definition-controller.ts';
import { GarbageCollector } from './controllers/garbage-collector.ts';
import { QuotaController } from './controllers/quota-controller.ts';
import { RoleAggregator } from './controllers/role-aggregator.ts';
import { NamespaceTerminator } from './controllers/terminate-namespaces.ts';
import { OpenapiDocuments } from './openapi/answer-openapi.ts';
import { Refusal } from './refusals/refusal.ts';
import { internal, timedOut } from './refusals/status.ts';
import type { ApiRequest, User } from './requests/api-request.ts';
import type { ApiResponse } from './requests/api-response.ts';
import { negotiate } from './requests/negotiate.ts';
import type { Environment } from './resources/environment.ts';
import { Registry } from './resources/registry.ts';
import type { ResourceType } from './resources/resource-type.ts';
import { authenticate } from './rest/authenticate.ts';
import { handleRequest } from './rest/handle-request.ts';
import { ContainerLogs } from './storage/container-logs.ts';
import type { MemoryStore } from './storage/memory-store.ts';
import { Consultation, type Line } from './webhooks/consultation.ts';
import type { Outgoing, ResolveService } from './webhooks/outgoing-call.ts';
import { RecordedEnvironment } from './webhooks/recorded-environment.ts';
import { unreachableService } from './webhooks/unreachable-service.ts';

/** One answered request. */
export interface RequestLog {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly userAgent: string;
  readonly user: string;
  readonly status: number;
}

interface EmbeddedServerOptions {
  readonly environment: Environment;
  /** With what a cluster had when it ended, or empty. */
  readonly store: MemoryStore;
  /** Under which tokens are made; a new one when absent. */
  readonly signingKey?: string | undefined;
  /** Resolves when all changes are where answers may speak of them. */
  readonly settle?: (() => Promise<void>) | undefined;
  /** Between bookmarks of a watch; as often as of a real server when absent. */
  readonly bookmarkMs?: number | undefined;
  readonly types: readonly ResourceType[];
  readonly onRequest: ((log: RequestLog) => void) | undefined;
  readonly checksOwners: boolean;
  /** Whether pods get an account; false when absent. */
  readonly assignsAccounts?: boolean;
  /** How webhooks are called. */
  readonly outgoing: Outgoing;
  /** Where services of webhooks are; undefined where there are none. */
  readonly resolveService: ResolveService | undefined;
  /** APIs that code of the server's user answers; none when absent. */
  readonly extensions?: readonly ClusterExtension[] | undefined;
}

const BOOKMARK_MS = 60_000;

/** How long webhooks may hold up one request, all of them together. */
const LONGEST_MS = 60_000;

/** The server without a socket: users, state, controllers. */
export class EmbeddedServer {
  readonly state: ServerState;
  readonly users: KnownUsers;
  readonly #onRequest: EmbeddedServerOptions['onRequest'];
  readonly #stopping = new AbortController();
  readonly #line: Line;
  #address = API_AUDIENCE;
  readonly #settle: EmbeddedServerOptions['settle'];
  readonly #extensions: ClusterExtensions;

  constructor(options: EmbeddedServerOptions) {
    const { store, extensions = [] } = options;
    const registry = new Registry(options.types, extensions);
    this.#onRequest = options.onRequest;
    this.users = new KnownUsers(options.environment, options.signingKey);
    this.#settle = options.settle;
    const { environment } = options;
    const openapi = new OpenapiDocuments(registry);
    // every open watch listens, and there may be any number of them
    setMaxListeners(0, this.#stopping.signal);
    this.state = {
      store,
      registry,
      environment,
      bookmarkMs: options.bookmarkMs ?? BOOKMARK_MS,
      openapi,
      authorizer: new Authorizer(store),
      tokens: new ServiceAccountTokens(store, environment, options.signingKey),
      address: () => this.#address,
      logs: new ContainerLogs(),
      checksOwners: options.checksOwners,
      assignsAccounts: options.assignsAccounts ?? false,
      lookUpToken: (token) => this.#lookUp(token),
      stopping: this.#stopping.signal,
    };
    this.#line = {
      outgoing: options.outgoing,
      resolveService: options.resolveService ?? unreachableService(store),
      uuid: () => environment.uuid(),
      stopping: this.#stopping.signal,
    };
    this.#extensions = new ClusterExtensions(extensions, {
      users: this.users,
      handle: (request) => this.handle(request),
      stopping: this.#stopping.signal,
    });
    this.#begin(store);
  }

  #begin(store: MemoryStore): void {
    for (const type of this.state.registry.stored()) store.register(type.storage);
    new DefinitionController(this.state).start();
    new GarbageCollector(this.state).start();
    new NamespaceTerminator(this.state).start();
    new QuotaController(this.state).start();
    new RoleAggregator(this.state).start();
    // what a killed process had begun is brought to an end
    store.retell(DEFINITIONS);
    putBootstrapObjects(this.state);
  }

  /** Clients are told of it. */
  listensAt(url: string): void {
    this.#address = url;
  }

  #lookUp(token: string): VerifiedToken | undefined {
    const user = this.users.find(token);
    return user === undefined ? this.state.tokens.verify(token) : { user, audiences: [API_AUDIENCE] };
  }

  /** Who a request is for; refused when nobody, or when the user may not do it. */
  #admit(request: ApiRequest): User | Refusal {
    const caller = authenticate(request, (token) => {
      const verified = this.#lookUp(token);
      return verified?.audiences.includes(API_AUDIENCE) === true ? verified.user : undefined;
    });
    if (caller instanceof Refusal) return caller;
    const user = impersonate(request, caller, this.state.authorizer);
    if (user instanceof Refusal) return user;
    const attempt = attemptOf(request);
    return this.state.authorizer.allows(user, attempt) ? user : notAllowed(user, attempt);
  }

  #refused(refusal: Refusal, request: ApiRequest): ApiResponse {
    const negotiated = negotiate(request.headers.accept, false);
    return respondRefusal(refusal, negotiated instanceof Refusal ? 'json' : negotiated.format);
  }

  async handle(request: ApiRequest): Promise<ApiResponse> {
    const user = this.#admit(request);
    const response =
      user instanceof Refusal
        ? this.#refused(user, request)
        : await (this.#extensions.answer(request, user) ?? this.#consult(request, user));
    if (request.method !== 'GET') await this.#settle?.();
    this.#onRequest?.({
      method: request.method,
      path: request.path,
      query: request.query.toString(),
      userAgent: request.headers['user-agent'] ?? '',
      user: user instanceof Refusal ? '' : user.name,
      status: response.status,
    });
    return response;
  }

  /** Answers, and where that takes somebody else's word, gets it and answers anew. */
  async #consult(request: ApiRequest, user: User): Promise<ApiResponse> {
    const consultation = new Consultation(this.#line);
    const environment = new RecordedEnvironment(this.state.environment);
    const server = { ...this.state, environment };
    const deadline = performance.now() + LONGEST_MS;
    for (;;) {
      const response = this.#answer(server, { request, user, consultation });
      if (!consultation.isOpen) {
        environment.end();
        return response;
      }
      if (performance.now() > deadline) return this.#refused(timedOut(), request);
      await consultation.settle(deadline);
      environment.rewind();
    }
  }

  #answer(server: ServerState, handled: Parameters<typeof handleRequest>[1]): ApiResponse {
    try {
      return handleRequest(server, handled);
    } catch (error) {
      // A bug of this server; the client hears what, not where.
      return respondRefusal(
        internal(`internal error: ${error instanceof Error ? error.message : String(error)}`),
      );
    }
  }

  stop(): void {
    this.#stopping.abort();
  }
}
