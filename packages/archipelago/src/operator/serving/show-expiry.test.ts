import { expect, it } from 'vitest';
import { createMetricValues } from '../../observability/metric-values.ts';
import { createCertificate } from './create-certificate.ts';
import { showExpiry } from './show-expiry.ts';

it('shows when each certificate ends, and nothing of what is none', async () => {
  const metrics = createMetricValues();
  const now = Date.parse('2026-11-21T10:00:00Z');
  const made = await createCertificate({ kind: 'server', hosts: ['localhost'], now, days: 30 });
  showExpiry(metrics, 'metrics', made.certificate);
  showExpiry(metrics, 'webhook', 'nonsense');
  const [line, ...others] = metrics.samples('certificateExpiry');
  expect([line?.labels, others]).toEqual([{ certificate: 'metrics' }, []]);
  expect(Math.abs((line?.value ?? 0) - (now / 1000 + 30 * 86_400))).toBeLessThanOrEqual(3_600);
});
