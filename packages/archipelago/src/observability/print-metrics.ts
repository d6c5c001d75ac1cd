import type { OpenMetricsContentType, PrometheusContentType, Registry } from 'prom-client';
import { exportHistogram } from './export-histogram.ts';
import { type HistogramKey, type MetricKey, metricTable } from './metric-table.ts';
import type { MetricValues, Sample } from './metric-values.ts';
import type { ScrapeFormat } from './scrape-format.ts';

/** A page for a scraper. */
interface MetricsPage {
  readonly contentType: string;
  readonly body: string;
}

type Library = typeof import('prom-client');
type AnyRegistry = Registry<PrometheusContentType> | Registry<OpenMetricsContentType>;

/** Writes the values as Prometheus reads them. The library is loaded when the first scraper comes. */
export async function printMetrics(
  values: MetricValues,
  format: ScrapeFormat = 'text',
): Promise<MetricsPage> {
  const library = await import('prom-client');
  const registry = emptyRegistry(library, format);
  for (const key of metricKeys()) register(library, registry, key, values);
  return { contentType: registry.contentType, body: await registry.metrics() };
}

function emptyRegistry({ Registry }: Library, format: ScrapeFormat): AnyRegistry {
  if (format === 'text') return new Registry();
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  return registry;
}

function metricKeys(): readonly MetricKey[] {
  return Object.keys(metricTable).filter((key): key is MetricKey => key in metricTable);
}

/** The library would show a 0 that nobody said, and alerts wait for some of these zeros: what has no lines is left out. */
function register(library: Library, registry: AnyRegistry, key: MetricKey, values: MetricValues): void {
  const { name, help, labels, type } = metricTable[key];
  const options = { name, help, labelNames: [...labels], registers: [registry] };
  if (isHistogram(key)) {
    const distributions = values.distributions(key);
    const buckets = [...metricTable[key].buckets];
    if (distributions.length > 0) exportHistogram(library, { ...options, buckets }, distributions);
    return;
  }
  const samples = values.samples(key);
  if (samples.length === 0) return;
  if (type === 'counter') countUp(new library.Counter(options), samples);
  else showAll(new library.Gauge(options), samples);
}

function isHistogram(key: MetricKey): key is HistogramKey {
  return metricTable[key].type === 'histogram';
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
