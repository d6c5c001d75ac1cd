import type { RequestObservation } from '@archipelago/kube-client';
import type { MetricValues } from '../observability/metric-values.ts';

/** Counts the requests of a client; for its `observe`. */
export function requestCounter(values: MetricValues): (observation: RequestObservation) => void {
  return ({ verb, resource, status, durationMs }) => {
    values.add('requests', { verb, resource, code: status === undefined ? '' : String(status) });
    values.observe('requestDuration', { verb, resource }, durationMs / 1000);
  };
}
