import { X509Certificate } from 'node:crypto';
import type { MetricValues } from '../../observability/metric-values.ts';

/** What a certificate is for. */
type Certificate = 'metrics' | 'webhook' | 'webhook-authority';

/** Shows when a certificate ends; of a text that is none, nothing. */
export function showExpiry(metrics: Pick<MetricValues, 'set'>, certificate: Certificate, pem: string): void {
  const ends = endOf(pem);
  if (ends !== undefined) metrics.set('certificateExpiry', { certificate }, ends / 1000);
}

function endOf(pem: string): number | undefined {
  try {
    return Date.parse(new X509Certificate(pem).validTo);
  } catch {
    return undefined;
  }
}
