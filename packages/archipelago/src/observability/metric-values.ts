import { type HistogramKey, type MetricKey, metricTable } from './metric-table.ts';
import { SeriesTable } from './series-table.ts';

type Labels = Readonly<Record<string, string>>;

/** One line of a metric. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** What was observed under one set of labels. */
export interface Distribution {
  readonly labels: Labels;
  /** How many fell into each bucket of the metric, and into none; not cumulative. */
  readonly counts: readonly number[];
  readonly sum: number;
}

/** The present values of all metrics: plain numbers, so that counting costs nothing before anybody scrapes. */
export interface MetricValues {
  /** Counts up. */
  add(metric: MetricKey, labels: Labels, by?: number): void;
  /** Counts a value into its bucket. */
  observe(metric: HistogramKey, labels: Labels, value: number): void;
  /** Sets one line of a gauge. */
  set(metric: MetricKey, labels: Labels, value: number): void;
  /** Replaces all lines of a gauge; where there are too many, the first ones are shown. */
  replace(metric: MetricKey, samples: readonly Sample[]): void;
  /** Takes away the lines of what is no more. */
  keep(metric: MetricKey, isKept: (labels: Labels) => boolean): void;
  samples(metric: MetricKey): readonly Sample[];
  distributions(metric: HistogramKey): readonly Distribution[];
}

/** A scraper keeps every series for weeks: no metric has more than this, whatever the size of the cluster. */
export const mostSeries = { ofLines: 1_000, ofHistograms: 250 };

/** Values of a process that has just begun. */
export function createMetricValues(): MetricValues {
  return new StoredValues();
}

interface Counts {
  readonly labels: Labels;
  readonly counts: number[];
  sum: number;
}

class StoredValues implements MetricValues {
  readonly #lines = new Map<MetricKey, SeriesTable<Sample>>();
  readonly #distributions = new Map<HistogramKey, SeriesTable<Counts>>();

  add(metric: MetricKey, labels: Labels, by = 1): void {
    const lines = this.#linesOf(metric);
    lines.put(labels, (before) => ({ labels, value: (before?.value ?? 0) + by }));
  }

  observe(metric: HistogramKey, labels: Labels, value: number): void {
    const { buckets } = metricTable[metric];
    this.#distributionsOf(metric).put(labels, (before) => {
      const found = before ?? { labels, counts: buckets.concat(0).fill(0), sum: 0 };
      const fitting = buckets.findIndex((bound) => value <= bound);
      const index = fitting < 0 ? buckets.length : fitting;
      found.counts[index] = (found.counts[index] ?? 0) + 1;
      found.sum += value;
      return found;
    });
  }

  set(metric: MetricKey, labels: Labels, value: number): void {
    this.#linesOf(metric).put(labels, () => ({ labels, value }));
  }

  replace(metric: MetricKey, samples: readonly Sample[]): void {
    this.#linesOf(metric).replace(samples);
  }

  keep(metric: MetricKey, isKept: (labels: Labels) => boolean): void {
    this.#lines.get(metric)?.keep(isKept);
    for (const [key, distributions] of this.#distributions) if (key === metric) distributions.keep(isKept);
  }

  samples(metric: MetricKey): readonly Sample[] {
    return metric === 'seriesDropped' ? this.#dropped() : (this.#lines.get(metric)?.list() ?? []);
  }

  distributions(metric: HistogramKey): readonly Distribution[] {
    return this.#distributions.get(metric)?.list() ?? [];
  }

  #dropped(): readonly Sample[] {
    return [...this.#lines, ...this.#distributions].flatMap(([key, { dropped }]) =>
      dropped === 0 ? [] : [{ labels: { metric: metricTable[key].name }, value: dropped }],
    );
  }

  #linesOf(metric: MetricKey): SeriesTable<Sample> {
    const known = this.#lines.get(metric);
    if (known !== undefined) return known;
    const made = new SeriesTable<Sample>(metricTable[metric].labels, mostSeries.ofLines);
    this.#lines.set(metric, made);
    return made;
  }

  #distributionsOf(metric: HistogramKey): SeriesTable<Counts> {
    const known = this.#distributions.get(metric);
    if (known !== undefined) return known;
    const made = new SeriesTable<Counts>(metricTable[metric].labels, mostSeries.ofHistograms);
    this.#distributions.set(metric, made);
    return made;
  }
}
