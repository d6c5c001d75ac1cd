import { type Clock, type JsonValue, type KubernetesObject, systemClock } from '@archipelago/apimachinery';
import { ApiConnectionError } from './api-connection-error.ts';
import { createServedLookup } from './discovery.ts';
import { parseJson } from './json-text.ts';
import type { KubernetesClient, Page, PageOptions, RawRequest, WatchOptions } from './kubernetes-client.ts';
import type { ApiResult } from './kubernetes-status.ts';
import { createListDecoder } from './list-decoder.ts';
import { listWhole } from './list-in-pages.ts';
import type { OutgoingRequest, RequestObservation, RequestTracer } from './outgoing-request.ts';
import { itemParser, parseDeletion, parseObject, parsePage } from './parse-answer.ts';
import { type CallOptions, createRequestSender, type RequestSender } from './request-sender.ts';
import {
  createRequest,
  deleteRequest,
  evictRequest,
  getRequest,
  listRequest,
  patchRequest,
  podLogRequest,
  rawRequest,
  updateRequest,
  watchRequest,
} from './requests.ts';
import type { Resource } from './resource.ts';
import { readChunks, readText } from './send-once.ts';
import type { HttpResponse, Transport } from './transport.ts';
import { createWatchStream, type WatchStream } from './watch-stream.ts';

/** What a client is made of; only the transport has no default. */
export interface ClientOptions {
  readonly transport: Transport;
  readonly clock?: Clock;
  /** Numbers in [0, 1), for jitter. */
  readonly random?: () => number;
  readonly userAgent?: string;
  /** Whom managedFields name for our writes. */
  readonly fieldManager?: string;
  /** Deadline of a call with its retries, 30 s when absent. */
  readonly deadlineMs?: number;
  /** Called once per request that was sent, retries included. */
  readonly observe?: (observation: RequestObservation) => void;
  /** Asked for each attempt of a request; absent: none is traced. */
  readonly trace?: RequestTracer | undefined;
}

const defaultDeadlineMs = 30_000;
const defaultIdleMs = 180_000;
const maxAttempts = 5;
const retryBackoff = { baseMs: 100, capMs: 5_000 };

interface Engine {
  readonly sender: RequestSender;
  readonly clock: Clock;
  readonly server: string;
  /** Sends and parses one JSON answer. */
  call<T>(
    request: OutgoingRequest,
    options: CallOptions,
    parse: (answer: JsonValue) => T,
  ): Promise<ApiResult<T>>;
}

/** Makes a client that speaks to one API server. */
export function createKubernetesClient(options: ClientOptions): KubernetesClient {
  const engine = createEngine(options);
  return {
    ...reading(engine),
    ...writing(engine, options.fieldManager ?? 'archipelago'),
    close: () => options.transport.close(),
  };
}

function createEngine(options: ClientOptions): Engine {
  const clock = options.clock ?? systemClock;
  const sender = createRequestSender({
    transport: options.transport,
    clock,
    random: options.random ?? Math.random,
    userAgent: options.userAgent ?? 'archipelago',
    observe: options.observe ?? (() => undefined),
    trace: options.trace,
    deadlineMs: options.deadlineMs ?? defaultDeadlineMs,
    maxAttempts,
    backoff: retryBackoff,
  });
  return {
    sender,
    clock,
    server: options.transport.server,
    call: (request, options, parse) =>
      sender.send(request, options, async (response) => parse(await readJson(response))),
  };
}

async function readJson(response: HttpResponse): Promise<JsonValue> {
  const text = await readText(response);
  try {
    return parseJson(text);
  } catch (error) {
    throw new ApiConnectionError('malformed', `the answer is not JSON: ${text.slice(0, 100)}`, error);
  }
}

/** Reads a list item by item: of five hundred nodes only what is kept of them stays. */
async function readPage<T>(
  response: HttpResponse,
  resource: Resource,
  keep: (object: KubernetesObject) => T,
  { skipManagedFields = false }: PageOptions,
): Promise<Page<T>> {
  const parseItem = itemParser(resource);
  const items: T[] = [];
  const decoder = createListDecoder((item) => items.push(keep(parseItem(item))), { skipManagedFields });
  try {
    await readChunks(response, (chunk) => decoder.push(chunk));
    return parsePage(decoder.end(), items);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ApiConnectionError('malformed', `the answer is not JSON: ${error.message}`, error);
  }
}

type Reading = Pick<
  KubernetesClient,
  'get' | 'list' | 'listPage' | 'listPageOf' | 'podLog' | 'watch' | 'raw' | 'served'
>;

function reading(engine: Engine): Reading {
  const listPageOf: KubernetesClient['listPageOf'] = (resource, keep, options = {}) =>
    engine.sender.send(listRequest(resource, options), options, (response) =>
      readPage(response, resource, keep, options),
    );
  const listPage = (resource: Resource, options?: PageOptions) =>
    listPageOf(resource, (object) => object, options);
  const readGroupVersion = (path: string) => raw(engine, { method: 'GET', path });
  return {
    get: (resource, name, options = {}) => engine.call(getRequest(resource, name), options, parseObject),
    listPage,
    listPageOf,
    list: (resource, options = {}) =>
      listWhole((page) => listPage(resource, { ...options, ...page }), options.pageSize),
    podLog: (name, read, options) =>
      engine.sender.send(podLogRequest(name, options), options, ({ body }) => read(body)),
    watch: (resource, options = {}) => watch(engine, resource, options),
    raw: (request) => raw(engine, request),
    served: createServedLookup(readGroupVersion),
  };
}

type Writing = Pick<
  KubernetesClient,
  'create' | 'update' | 'updateStatus' | 'patch' | 'patchStatus' | 'evict' | 'delete'
>;

function writing({ call }: Engine, fieldManager: string): Writing {
  return {
    create: (resource, object, options = {}) =>
      call(createRequest(resource, object, { fieldManager, ...options }), options, parseObject),
    update: (resource, object, options = {}) =>
      call(
        updateRequest({ resource, name: object.metadata }, object, { fieldManager, ...options }),
        options,
        parseObject,
      ),
    updateStatus: (resource, object, options = {}) => {
      const target = { resource, name: object.metadata, subresource: 'status' as const };
      return call(updateRequest(target, object, { fieldManager, ...options }), options, parseObject);
    },
    patch: (resource, name, patch, options = {}) =>
      call(patchRequest({ resource, name }, patch, { fieldManager, ...options }), options, parseObject),
    patchStatus: (resource, name, patch, options = {}) => {
      const target = { resource, name, subresource: 'status' as const };
      return call(patchRequest(target, patch, { fieldManager, ...options }), options, parseObject);
    },
    delete: (resource, name, options = {}) =>
      call(deleteRequest({ resource, name }, options), options, parseDeletion),
    evict: (name, options = {}) => call(evictRequest(name, options), options, (answer) => answer),
  };
}

function watch(engine: Engine, resource: Resource, options: WatchOptions): Promise<ApiResult<WatchStream>> {
  const request = watchRequest(resource, options);
  return engine.sender.send(request, options, async (response, abort) =>
    createWatchStream(response, abort, {
      clock: engine.clock,
      idleMs: options.idleMs ?? defaultIdleMs,
      signal: options.signal,
      what: `GET ${request.path}`,
      server: engine.server,
    }),
  );
}

function raw(engine: Engine, request: RawRequest): Promise<ApiResult<JsonValue>> {
  return engine.sender.send(rawRequest(request), request, async (response) => {
    const text = await readText(response);
    try {
      return parseJson(text);
    } catch {
      return text;
    }
  });
}
