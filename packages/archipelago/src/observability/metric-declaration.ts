/** One metric as scrapers see it. */
export interface MetricDeclaration {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /** Of a histogram: upper bounds, ascending. */
  readonly buckets?: readonly number[];
}

export function counter(name: string, help: string, ...labels: readonly string[]) {
  return { name, type: 'counter', help, labels } as const satisfies MetricDeclaration;
}

export function gauge(name: string, help: string, ...labels: readonly string[]) {
  return { name, type: 'gauge', help, labels } as const satisfies MetricDeclaration;
}

export function histogram(
  name: string,
  help: string,
  buckets: readonly number[],
  ...labels: readonly string[]
) {
  return { name, type: 'histogram', help, labels, buckets } as const satisfies MetricDeclaration;
}
