import { type Clock, sleep } from '@archipelago/apimachinery';
import { postSpans } from './post-spans.ts';
import { SpanQueue } from './span-queue.ts';
import { readTraceSettings, type TraceSettings } from './trace-settings.ts';
import { Tracer } from './tracer.ts';
import type { Environment } from './wants-traces.ts';

interface OpenTracing {
  readonly tracer: Tracer;
  /** Sends what is left, as long as that is quick. */
  stop(): Promise<void>;
}

type Log = (level: 'info' | 'warn', fields: Readonly<Record<string, unknown>>, message: string) => void;

const longestFarewellMs = 2_000;

/** Tracing as the environment asks for it; undefined: not at all. What is wrong with a variable is told, and then nothing is traced. */
export function openTracing(environment: Environment, clock: Clock, log: Log): OpenTracing | undefined {
  const asked = readTraceSettings(environment);
  if (asked.kind === 'wrong') log('warn', { because: asked.because }, 'no traces');
  if (asked.kind !== 'on') return undefined;
  const { settings } = asked;
  const post = postOf(settings, log);
  if (post === undefined) return undefined;
  const queue = new SpanQueue({ send: post.send, clock, onNews: log });
  const { sampler, propagates } = settings;
  log('info', { sampler: sampler.kind }, `traces go to ${settings.url.host}`);
  return {
    tracer: new Tracer({ sampler, propagates, clock, onSpan: (span) => queue.add(span) }),
    async stop() {
      const given = new AbortController();
      await Promise.race([queue.flush(), sleep(clock, longestFarewellMs, given.signal)]);
      given.abort();
      post.close();
    },
  };
}

/** Undefined: the file with authorities cannot be read. */
function postOf(settings: TraceSettings, log: Log): ReturnType<typeof postSpans> | undefined {
  try {
    return postSpans(settings);
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error);
    log('warn', { because: `OTEL_EXPORTER_OTLP_CERTIFICATE: ${because}` }, 'no traces');
    return undefined;
  }
}
