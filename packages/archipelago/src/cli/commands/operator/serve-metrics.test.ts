import { expect, test } from 'vitest';
import { type MetricsOptions, parseMetricsServing } from './serve-metrics.ts';

test.each<[string, MetricsOptions, string]>([
  ['nothing said', {}, 'plain'],
  ['every address', { metricsBindAddress: ':8443' }, 'secure'],
  ['another address', { metricsBindAddress: '10.0.0.1:8443' }, 'secure'],
  ['nowhere', { metricsBindAddress: '0' }, 'none'],
  ['TLS at home', { metricsSecure: true }, 'secure'],
  ['TLS at home, in words', { metricsSecure: 'true' }, 'secure'],
  ['a certificate at home', { metricsCertPath: '/tls' }, 'secure'],
  ['no TLS, as said', { metricsBindAddress: ':8443', metricsSecure: 'false' }, 'plain'],
])('metrics are served: %s', (_, options, kind) => {
  expect(parseMetricsServing(options).kind).toBe(kind);
});

test.each<[MetricsOptions, string]>([
  [{ metricsSecure: 'no' }, '--metrics-secure=no: must be true or false'],
  [{ metricsSecure: 'false', metricsCertPath: '/tls' }, '--metrics-cert-path: has no effect'],
  [{ metricsBindAddress: '8443' }, '--metrics-bind-address 8443: must be an address and a port'],
])('%j is refused', (options, message) => {
  expect(() => parseMetricsServing(options)).toThrow(message);
});
