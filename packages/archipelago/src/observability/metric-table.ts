import { engineMetrics } from './engine-metrics.ts';
import { hyperConvergedMetrics } from './hyper-converged-metrics.ts';
import { imageMetrics } from './image-metrics.ts';
import { layeringMetrics } from './layering-metrics.ts';
import { gauge, type MetricDeclaration } from './metric-declaration.ts';
import { processMetrics } from './process-metrics.ts';

/** Every metric of the operator; `docs/metrics.md` prints it. */
export const metricTable = {
  ...hyperConvergedMetrics,
  ...imageMetrics,
  ...engineMetrics,
  ...layeringMetrics,
  seriesDropped: gauge(
    'archipelago_series_dropped',
    'Series that a metric leaves out because it has more than it may show.',
    'metric',
  ),
  ...processMetrics,
} as const satisfies Readonly<Record<string, MetricDeclaration>>;

/** A metric, by the word the operator knows it by. */
export type MetricKey = keyof typeof metricTable;

/** Those that have buckets. */
export type HistogramKey = {
  [Key in MetricKey]: (typeof metricTable)[Key]['type'] extends 'histogram' ? Key : never;
}[MetricKey];
