import { describe, expect, it } from 'vitest';
import { metricTable } from './metric-table.ts';
import { createMetricValues } from './metric-values.ts';
import { printMetrics } from './print-metrics.ts';

const bucket = (bound: number | string, count: number) =>
  `archipelago_queue_wait_seconds_bucket{controller="layering",le="${bound}"} ${count}`;
const lines = (body: string) => body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

describe('metrics', () => {
  it('print what was counted and set, and nothing else', async () => {
    const values = createMetricValues();
    values.add('outOfBandModifications', { component_name: 'cdi-a' });
    values.add('outOfBandModifications', { component_name: 'cdi-a' }, 2);
    values.add('reconciles', { controller: 'layering', result: 'done' });
    values.observe('queueWait', { controller: 'layering' }, 0.3);
    values.observe('queueWait', { controller: 'layering' }, 40);
    values.replace('systemHealth', [{ labels: {}, value: 2 }]);
    values.replace('multiArchitectureEnabled', []);
    const { body, contentType } = await printMetrics(values);
    expect(lines(body)).toEqual([
      'kubevirt_hco_out_of_band_modifications_total{component_name="cdi-a"} 3',
      'kubevirt_hco_system_health_status 2',
      'archipelago_reconciles_total{controller="layering",result="done"} 1',
      ...[0.005, 0.01, 0.025, 0.05, 0.1, 0.25].map((bound) => bucket(bound, 0)),
      ...[0.5, 1, 2.5, 5, 10, 30].map((bound) => bucket(bound, 1)),
      bucket('+Inf', 2),
      'archipelago_queue_wait_seconds_sum{controller="layering"} 40.3',
      'archipelago_queue_wait_seconds_count{controller="layering"} 2',
    ]);
    expect(contentType).toContain('text/plain');
  });

  it('are the same in OpenMetrics, whose counters are declared without _total', async () => {
    const values = createMetricValues();
    values.add('outOfBandModifications', { component_name: 'cdi-a"b\\' });
    values.replace('systemHealth', [{ labels: {}, value: 2 }]);
    values.observe('queueWait', { controller: 'layering' }, 40);
    const { body, contentType } = await printMetrics(values, 'openmetrics');
    expect(contentType).toContain('application/openmetrics-text; version=1.0.0');
    expect(body).toContain('# TYPE kubevirt_hco_out_of_band_modifications counter\n');
    expect(body).toContain('# TYPE archipelago_queue_wait_seconds histogram\n');
    expect(lines(body)).toEqual(
      expect.arrayContaining([
        'kubevirt_hco_out_of_band_modifications_total{component_name="cdi-a\\"b\\\\"} 1',
        'kubevirt_hco_system_health_status 2',
        bucket('+Inf', 1),
      ]),
    );
    expect(body.endsWith('\n# EOF\n')).toBe(true);
    expect(body).not.toContain('\n\n');
  });

  it('forget lines of a gauge that are no longer so', () => {
    const values = createMetricValues();
    values.replace('unsafeModifications', [{ labels: { annotation_name: 'a' }, value: 1 }]);
    values.replace('unsafeModifications', [{ labels: { annotation_name: 'b' }, value: 0 }]);
    expect(values.samples('unsafeModifications')).toEqual([{ labels: { annotation_name: 'b' }, value: 0 }]);
  });

  it('have names of their own, and counters end in _total', () => {
    const declared = Object.values(metricTable);
    expect(new Set(declared.map(({ name }) => name)).size).toBe(declared.length);
    for (const { name, type, help } of declared) {
      expect(name.endsWith('_total')).toBe(type === 'counter');
      // OpenMetrics escapes quotes there, which the library does not
      expect(help).toMatch(/^[^"\\\n]+\.$/);
    }
  });
});
