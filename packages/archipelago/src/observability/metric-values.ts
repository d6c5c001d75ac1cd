import type { MetricKey } from './metric-table.ts';

type Labels = Readonly<Record<string, string>>;

/** One line of a metric. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** The present values of all metrics: plain numbers, so that counting costs nothing before anybody scrapes. */
export interface MetricValues {
  /** Counts up. */
  add(metric: MetricKey, labels: Labels, by?: number): void;
  /** Replaces all lines of a gauge. */
  replace(metric: MetricKey, samples: readonly Sample[]): void;
  samples(metric: MetricKey): readonly Sample[];
}

/** Values of a process that has just begun. */
export function createMetricValues(): MetricValues {
  const lines = new Map<MetricKey, Map<string, Sample>>();
  const of = (metric: MetricKey): Map<string, Sample> => {
    const known = lines.get(metric) ?? new Map<string, Sample>();
    lines.set(metric, known);
    return known;
  };
  return {
    add(metric, labels, by = 1) {
      const samples = of(metric);
      const key = keyOf(labels);
      samples.set(key, { labels, value: (samples.get(key)?.value ?? 0) + by });
    },
    replace: (metric, samples) => {
      lines.set(metric, new Map(samples.map((sample) => [keyOf(sample.labels), sample])));
    },
    samples: (metric) => [...of(metric).values()],
  };
}

function keyOf(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));
}
