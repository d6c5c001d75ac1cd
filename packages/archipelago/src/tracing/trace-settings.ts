import { readHeaders, readPairs } from './read-pairs.ts';
import type { Sampler } from './sampler.ts';
import type { Attributes } from './span.ts';
import { type Environment, saidIn, wantsTraces } from './wants-traces.ts';

/** Where traces go and which. */
export interface TraceSettings {
  readonly url: URL;
  /** Logins among them: they are sent and never told. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** A file with authorities in PEM, in place of the usual ones. */
  readonly certificate: string | undefined;
  readonly resource: Attributes;
  readonly sampler: Sampler;
  /** Whether requests carry `traceparent`. */
  readonly propagates: boolean;
}

/** What the variables come to. */
type Asked =
  | { readonly kind: 'off' }
  | { readonly kind: 'wrong'; readonly because: string }
  | { readonly kind: 'on'; readonly settings: TraceSettings };

const usualEndpoint = 'http://localhost:4318';
const usualTimeoutMs = 10_000;

/** Reads OpenTelemetry's standard variables. An empty one counts as absent. What is wrong is told without its value. */
export function readTraceSettings(environment: Environment): Asked {
  if (!wantsTraces(environment)) return { kind: 'off' };
  try {
    return { kind: 'on', settings: settingsOf(environment) };
  } catch (error) {
    return { kind: 'wrong', because: error instanceof Error ? error.message : String(error) };
  }
}

function settingsOf(environment: Environment): TraceSettings {
  const exporter = saidIn(environment, 'OTEL_TRACES_EXPORTER') ?? 'otlp';
  if (exporter !== 'otlp') throw new Error('OTEL_TRACES_EXPORTER: must be otlp or none');
  if (ofTraces(environment, 'PROTOCOL') === 'grpc')
    throw new Error(
      'OTEL_EXPORTER_OTLP_PROTOCOL: grpc is not spoken; use http/json and the port for HTTP, 4318',
    );
  const named = readPairs('OTEL_RESOURCE_ATTRIBUTES', saidIn(environment, 'OTEL_RESOURCE_ATTRIBUTES'));
  const name = saidIn(environment, 'OTEL_SERVICE_NAME') ?? named['service.name'] ?? 'archipelago-operator';
  return {
    url: endpointOf(environment),
    headers: readHeaders('OTEL_EXPORTER_OTLP_HEADERS', ofTraces(environment, 'HEADERS')),
    timeoutMs: timeoutOf(ofTraces(environment, 'TIMEOUT')),
    certificate: ofTraces(environment, 'CERTIFICATE'),
    resource: { ...named, 'service.name': name },
    sampler: samplerOf(environment),
    propagates: (saidIn(environment, 'OTEL_PROPAGATORS') ?? 'tracecontext')
      .split(',')
      .includes('tracecontext'),
  };
}

function endpointOf(environment: Environment): URL {
  const own = saidIn(environment, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  const base = saidIn(environment, 'OTEL_EXPORTER_OTLP_ENDPOINT') ?? usualEndpoint;
  const text = own ?? `${base.replace(/\/+$/, '')}/v1/traces`;
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new Error('OTEL_EXPORTER_OTLP_ENDPOINT: must be a URL with http or https');
  return new URL(text);
}

function timeoutOf(text: string | undefined): number {
  if (text === undefined) return usualTimeoutMs;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error('OTEL_EXPORTER_OTLP_TIMEOUT: must be milliseconds');
  return Number(text);
}

/** Reconciles begin traces of their own: what a sampler would do with a parent does not matter. */
function samplerOf(environment: Environment): Sampler {
  const name = saidIn(environment, 'OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on';
  switch (name.replace(/^parentbased_/, '')) {
    case 'always_on':
      return { kind: 'always' };
    case 'always_off':
      return { kind: 'never' };
    case 'traceidratio':
      return { kind: 'ratio', ratio: ratioOf(saidIn(environment, 'OTEL_TRACES_SAMPLER_ARG') ?? '1') };
    default:
      throw new Error(
        'OTEL_TRACES_SAMPLER: must be always_on, always_off or traceidratio, or one of them after parentbased_',
      );
  }
}

function ratioOf(text: string): number {
  const ratio = Number(text);
  if (!(ratio >= 0 && ratio <= 1)) throw new Error('OTEL_TRACES_SAMPLER_ARG: must be from 0 to 1');
  return ratio;
}

/** The variable for traces goes before the one for all signals. */
function ofTraces(environment: Environment, name: string): string | undefined {
  return (
    saidIn(environment, `OTEL_EXPORTER_OTLP_TRACES_${name}`) ??
    saidIn(environment, `OTEL_EXPORTER_OTLP_${name}`)
  );
}
