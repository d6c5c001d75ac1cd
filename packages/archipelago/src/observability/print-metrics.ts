import type { Registry } from 'prom-client';
import { type MetricDeclaration, type MetricKey, metricTable } from './metric-table.ts';
import type { MetricValues, Sample } from './metric-values.ts';

/** A page for a scraper. */
interface MetricsPage {
  readonly contentType: string;
  readonly body: string;
}

/** Writes the values in Prometheus' text format. The library is loaded when the first scraper comes. */
export async function printMetrics(values: MetricValues): Promise<MetricsPage> {
  const { Counter, Gauge, Registry } = await import('prom-client');
  const registry = new Registry();
  for (const [key, { name, type, help, labels }] of declarations()) {
    const samples = values.samples(key);
    // the library would show a 0 that nobody said, and alerts wait for some of these zeros
    if (samples.length === 0) continue;
    const options = { name, help, labelNames: [...labels], registers: [registry] };
    if (type === 'counter') countUp(new Counter(options), samples);
    else showAll(new Gauge(options), samples);
  }
  return page(registry);
}

async function page(registry: Registry): Promise<MetricsPage> {
  return { contentType: registry.contentType, body: await registry.metrics() };
}

function declarations(): readonly (readonly [MetricKey, MetricDeclaration])[] {
  return Object.entries(metricTable).filter(
    (entry): entry is [MetricKey, (typeof metricTable)[MetricKey]] => entry[0] in metricTable,
  );
}

interface Counts {
  inc(labels: Record<string, string>, value: number): void;
}

function countUp(counter: Counts, samples: readonly Sample[]): void {
  for (const { labels, value } of samples) counter.inc({ ...labels }, value);
}

interface Shows {
  set(labels: Record<string, string>, value: number): void;
}

function showAll(gauge: Shows, samples: readonly Sample[]): void {
  for (const { labels, value } of samples) gauge.set({ ...labels }, value);
}
