import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { Clock } from '@archipelago/apimachinery';
import type { RequestTracer, WorkOutcome } from '@archipelago/kube-client';
import type { HttpTransport } from '@archipelago/oci-registry';
import type { Tracing } from '../engine/tracing.ts';
import { isSampled, type Sampler } from './sampler.ts';
import type { Attributes, Span } from './span.ts';

interface TracerOptions {
  readonly sampler: Sampler;
  readonly propagates: boolean;
  readonly clock: Clock;
  readonly onSpan: (span: Span) => void;
}

/** Work under way. */
interface Active {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
  endedMs: number | undefined;
}

/** A question to a registry that a pass set off may come a little after it. */
const afterwardsMs = 60_000;

/** Makes spans of passes, of requests to the API server that they send, and of those to registries. */
export class Tracer implements Tracing {
  readonly #options: TracerOptions;
  readonly #active = new AsyncLocalStorage<Active>();

  constructor(options: TracerOptions) {
    this.#options = options;
  }

  async pass(controller: string, work: () => Promise<WorkOutcome>): Promise<WorkOutcome> {
    const active = this.#begin(undefined);
    const startMs = this.#options.clock.now();
    const name = `reconcile ${controller}`;
    const end = (outcome: string, hasFailed: boolean) => {
      active.endedMs = this.#options.clock.now();
      const attributes = { 'archipelago.controller': controller, 'archipelago.outcome': outcome };
      this.#tell(active, { name, kind: 'internal', startMs, attributes, hasFailed });
    };
    try {
      const done = await this.#active.run(active, work);
      end(done.outcome, done.outcome === 'retry');
      return done;
    } catch (error) {
      end('threw', true);
      throw error;
    }
  }

  /** For a client's `trace`. What goes on outside of passes (watches, also those that a pass begins, leases) has no span. */
  readonly request: RequestTracer = ({ verb, resource }) => {
    const parent = this.#active.getStore();
    if (parent === undefined || parent.endedMs !== undefined || verb === 'watch') return undefined;
    const own = this.#begin(parent);
    const startMs = this.#options.clock.now();
    return {
      headers: this.#headersOf(own),
      ended: ({ status, failure }) => {
        const attributes = {
          'archipelago.verb': verb,
          'archipelago.resource': resource,
          ...(status === undefined ? {} : { 'http.response.status_code': status }),
          ...(failure === undefined ? {} : { 'error.type': failure.failure }),
        };
        const hasFailed = failure !== undefined || (status ?? 0) >= 400;
        this.#tell(
          own,
          { name: `${verb} ${resource}`, kind: 'client', startMs, attributes, hasFailed },
          parent,
        );
      },
    };
  };

  /** The same transport, each request traced; registries are told nothing. The path is not told: it has names of images. */
  traced(transport: HttpTransport): HttpTransport {
    return {
      close: () => transport.close(),
      send: async (request) => {
        const parent = this.#recent();
        const own = this.#begin(parent);
        const startMs = this.#options.clock.now();
        const known = { 'server.address': request.registry, 'http.request.method': request.method };
        const end = (attributes: Attributes, hasFailed: boolean) =>
          this.#tell(own, { name: 'ask registry', kind: 'client', startMs, attributes, hasFailed }, parent);
        try {
          const answer = await transport.send(request);
          // 401 is how registries ask who it is
          end({ ...known, 'http.response.status_code': answer.status }, answer.status >= 500);
          return answer;
        } catch (error) {
          end({ ...known, 'error.type': typeOf(error) }, true);
          throw error;
        }
      },
    };
  }

  #recent(): Active | undefined {
    const parent = this.#active.getStore();
    const { endedMs = Number.POSITIVE_INFINITY } = parent ?? {};
    return this.#options.clock.now() - endedMs > afterwardsMs ? undefined : parent;
  }

  #begin(parent: Active | undefined): Active {
    const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
    const sampled = parent?.isSampled ?? isSampled(this.#options.sampler, traceId);
    return { traceId, spanId: randomBytes(8).toString('hex'), isSampled: sampled, endedMs: undefined };
  }

  #headersOf({ traceId, spanId, isSampled: sampled }: Active): Readonly<Record<string, string>> {
    return this.#options.propagates
      ? { traceparent: `00-${traceId}-${spanId}-${sampled ? '01' : '00'}` }
      : {};
  }

  #tell(
    { traceId, spanId, isSampled: sampled }: Active,
    span: Pick<Span, 'name' | 'kind' | 'startMs' | 'attributes' | 'hasFailed'>,
    parent?: Active,
  ): void {
    if (!sampled) return;
    const of = parent === undefined ? {} : { parentSpanId: parent.spanId };
    this.#options.onSpan({ ...span, traceId, spanId, ...of, endMs: this.#options.clock.now() });
  }
}

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
