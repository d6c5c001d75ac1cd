import type { JsonObject } from '@archipelago/apimachinery';
import type { Call } from '../calls/call.ts';
import { includeObject } from '../calls/respond.ts';
import { servedForm } from '../conversion/stored-forms.ts';
import { withMetadata } from '../json/json-access.ts';
import { jsonText } from '../json/json-text.ts';
import { Refusal } from '../refusals/refusal.ts';
import { expired, refuse } from '../refusals/status.ts';
import type { ApiResponse, BodyStream, StreamSink } from '../requests/api-response.ts';
import { type ListOptions, readListOptions } from '../requests/list-options.ts';
import { readSelection, type Selection } from '../requests/selection.ts';
import { UNCACHED } from '../requests/uncached.ts';
import { isSameConversion } from '../resources/conversion.ts';
import { groupVersion } from '../resources/resource-type.ts';
import type { StoredObject, StoreEvent } from '../storage/object-store.ts';
import { ConvertedOrder } from './converted-order.ts';
import { WatchEncoder } from './watch-encoder.ts';

/** The longest a watch lives when the client does not say how long, in seconds; the shortest is half of it. */
const DEFAULT_TIMEOUT = 3600;

interface WatchStart {
  readonly call: Call;
  readonly options: ListOptions;
  readonly selection: Selection;
}

/** What a watch says first: objects that exist, or changes since a revision. */
interface Opening {
  readonly existing: readonly StoredObject[];
  readonly missed: readonly StoreEvent[];
  /** A bookmark after the existing objects, marked as the end of them. */
  readonly initialBookmark: boolean;
}

function opening({ call, options }: WatchStart): Opening | Refusal {
  const { store } = call.server;
  const { resourceVersion: wanted, sendInitialEvents } = options;
  if (sendInitialEvents === true || wanted === undefined || wanted === 0) {
    const existing = sendInitialEvents === false ? [] : store.list(call.type.storage, call.namespace);
    return {
      existing,
      missed: [],
      initialBookmark: options.allowWatchBookmarks && sendInitialEvents !== false,
    };
  }
  const missed = store.eventsSince(call.type.storage, wanted);
  if (missed === undefined) return expired(`too old resource version: ${wanted} (${store.revision})`);
  return { existing: [], missed, initialBookmark: false };
}

/** One running watch: turns changes into events the client asked for. */
class RunningWatch {
  readonly #start: WatchStart;
  readonly #sink: StreamSink;
  readonly #encoder: WatchEncoder;
  readonly #cleanups: (() => void)[] = [];
  readonly #order: ConvertedOrder;
  #ended = false;

  constructor(start: WatchStart, sink: StreamSink, encoder: WatchEncoder) {
    this.#start = start;
    this.#sink = sink;
    this.#encoder = encoder;
    this.#order = new ConvertedOrder(start.call.consultation, (refusal) => this.#fail(refusal));
  }

  run(): void {
    const { call, options } = this.#start;
    const first = opening(this.#start);
    if (first instanceof Refusal) {
      this.#fail(first);
      return;
    }
    for (const stored of first.existing) this.#tell(() => this.#existing(stored));
    if (first.initialBookmark) this.#bookmark(true);
    for (const event of first.missed) this.#tell(() => this.#change(event));
    this.#cleanups.push(
      call.server.store.subscribe(call.type.storage, (event) => this.#tell(() => this.#change(event))),
    );
    this.#limit(options);
  }

  #limit(options: ListOptions): void {
    const { server } = this.#start.call;
    const spread = DEFAULT_TIMEOUT / 2 + server.environment.random(DEFAULT_TIMEOUT / 2);
    const timer = setTimeout(() => this.end(), (options.timeoutSeconds || spread) * 1000);
    this.#cleanups.push(() => clearTimeout(timer));
    const stop = () => this.end();
    server.stopping.addEventListener('abort', stop);
    this.#cleanups.push(() => server.stopping.removeEventListener('abort', stop));
    this.#cleanups.push(server.registry.onChange(() => this.#endWhenGone()));
    if (!options.allowWatchBookmarks) return;
    const bookmarks = setInterval(() => this.#bookmark(false), server.bookmarkMs);
    this.#cleanups.push(() => clearInterval(bookmarks));
  }

  /** A type that is served no longer, or converted by another webhook, has no events. */
  #endWhenGone(): void {
    const { type, server } = this.#start.call;
    const served = server.registry.find(type.group, type.version, type.plural);
    if (served === undefined || !isSameConversion(served.conversion, type.conversion)) this.end();
  }

  #inNamespace(stored: StoredObject): boolean {
    const { namespace } = this.#start.call;
    return namespace === undefined || stored.key.namespace === namespace;
  }

  /** Tells something, after what it is about is converted where that has to be. */
  #tell(what: () => Refusal | undefined): void {
    if (this.#start.call.type.conversion === undefined) what();
    else this.#order.tell(what);
  }

  #fail(refusal: Refusal): void {
    if (this.#ended) return;
    this.#sink.write(`{"type":"ERROR","object":${jsonText(refusal.status)}}\n`);
    this.end();
  }

  #served(stored: StoredObject): JsonObject | Refusal {
    const { type } = this.#start.call;
    return servedForm({ type, consultation: this.#order.consultation }, stored.object);
  }

  #existing(stored: StoredObject): Refusal | undefined {
    if (!this.#inNamespace(stored)) return undefined;
    const object = this.#served(stored);
    if (object instanceof Refusal) return object;
    if (this.#start.selection.matches(object)) this.#send('ADDED', object);
    return undefined;
  }

  /** An object that begins to match is added to this client's view, one that ceases to is deleted from it. */
  #change(event: StoreEvent): Refusal | undefined {
    if (!this.#inNamespace(event.stored)) return undefined;
    const { selection } = this.#start;
    const object = this.#served(event.stored);
    const previous = event.previous === undefined ? undefined : this.#served(event.previous);
    if (object instanceof Refusal) return object;
    if (previous instanceof Refusal) return previous;
    const matched = previous !== undefined && selection.matches(previous);
    const matches = event.type !== 'DELETED' && selection.matches(object);
    if (matches) this.#send(matched ? 'MODIFIED' : 'ADDED', object);
    else if (matched) this.#send('DELETED', this.#last(event, { object, previous }));
    return undefined;
  }

  /** What a client sees last: the previous state at the revision of the change. */
  #last(event: StoreEvent, { object, previous }: { object: JsonObject; previous: JsonObject }): JsonObject {
    if (event.type === 'DELETED') return object;
    return withMetadata(previous, { resourceVersion: String(event.revision) });
  }

  /** At the revision of now, which all changes so far are told before. */
  #bookmark(initial: boolean): void {
    const { revision } = this.#start.call.server.store;
    this.#tell(() => this.#sendBookmark(initial, revision));
  }

  #sendBookmark(initial: boolean, revision: number): undefined {
    const { type } = this.#start.call;
    const annotations = initial ? { annotations: { 'k8s.io/initial-events-end': 'true' } } : {};
    this.#send('BOOKMARK', {
      kind: type.kind,
      apiVersion: groupVersion(type),
      metadata: { resourceVersion: String(revision), ...annotations },
    });
  }

  #send(type: string, object: JsonObject): void {
    if (!this.#ended) this.#sink.write(this.#encoder.encode(type, object));
  }

  stop(): void {
    this.#ended = true;
    this.#order.end();
    for (const cleanup of this.#cleanups.splice(0)) cleanup();
  }

  end(): void {
    if (this.#ended) return;
    this.stop();
    this.#sink.end();
  }
}

/** GET of a collection that goes on with its changes. */
export function watch(call: Call): ApiResponse | Refusal {
  const options = readListOptions(call.request.query, true);
  if (options instanceof Refusal) return options;
  const selection = readSelection(call.request.query, call.type);
  if (selection instanceof Refusal) return selection;
  const include = includeObject(call);
  if (include instanceof Refusal) return include;
  if (call.negotiated.format === 'yaml') {
    return refuse({
      code: 406,
      message: 'only the following media types are accepted: application/json;stream=watch',
      reason: 'NotAcceptable',
    });
  }
  const stream: BodyStream = {
    start(sink) {
      const running = new RunningWatch({ call, options, selection }, sink, new WatchEncoder(call, include));
      running.run();
      return () => running.stop();
    },
  };
  return { status: 200, headers: { ...UNCACHED, 'content-type': 'application/json' }, body: stream };
}
