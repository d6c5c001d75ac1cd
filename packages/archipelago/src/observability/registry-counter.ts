import type { MetricValues } from './metric-values.ts';

/** Counts questions to registries by what came of them; who gave a question up was not answered. */
export function registryCounter(metrics: Pick<MetricValues, 'add'>): (outcome: string) => void {
  return (outcome) => metrics.add('registryQuestions', { result: outcome === 'ok' ? 'answered' : outcome });
}
