import type { HistogramConfiguration } from 'prom-client';
import type { Distribution } from './metric-values.ts';

type Library = typeof import('prom-client');

/** The `buckets` of a row are its upper bounds. */
type Configuration = HistogramConfiguration<string> & { readonly buckets: number[] };

/** Has a registry print what was counted elsewhere: the library's own histogram would want each value once more. */
export function exportHistogram(
  { Histogram }: Library,
  configuration: Configuration,
  distributions: readonly Distribution[],
): void {
  const { name, help, buckets } = configuration;
  class Counted extends Histogram {
    /** What a registry prints. */
    getForPromString() {
      const values = distributions.flatMap((each) => linesOf(name, buckets, each));
      return Promise.resolve({ name, help, type: 'histogram', values });
    }
  }
  new Counted(configuration);
}

function linesOf(name: string, buckets: readonly number[], { labels, counts, sum }: Distribution) {
  let total = 0;
  const cumulative = counts.map((count, index) => {
    total += count;
    return {
      metricName: `${name}_bucket`,
      labels: { ...labels, le: buckets[index] ?? '+Inf' },
      value: total,
    };
  });
  return [
    ...cumulative,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: total },
  ];
}
