import type { Attributes, Span } from './span.ts';

/** Spans in OTLP's JSON, as a collector's `/v1/traces` takes them. */
export function otlpJson(spans: readonly Span[], resource: Attributes): string {
  const scopeSpans = [{ scope: { name: 'archipelago' }, spans: spans.map(spanJson) }];
  return JSON.stringify({
    resourceSpans: [{ resource: { attributes: attributesJson(resource) }, scopeSpans }],
  });
}

const [internal, client] = [1, 3] as const;
const [unset, failed] = [0, 2] as const;

function spanJson({
  traceId,
  spanId,
  parentSpanId,
  name,
  kind,
  startMs,
  endMs,
  attributes,
  hasFailed,
}: Span) {
  return {
    traceId,
    spanId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    name,
    kind: kind === 'internal' ? internal : client,
    startTimeUnixNano: nanoseconds(startMs),
    endTimeUnixNano: nanoseconds(endMs),
    attributes: attributesJson(attributes),
    status: { code: hasFailed ? failed : unset },
  };
}

function attributesJson(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    // integers of 64 bits are texts in this format
    value: typeof value === 'number' ? { intValue: String(Math.round(value)) } : { stringValue: value },
  }));
}

/** More than a number holds exactly. */
function nanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n);
}
