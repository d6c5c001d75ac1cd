import { describe, expect, it } from 'vitest';
import { metricTable } from './metric-table.ts';
import { createMetricValues } from './metric-values.ts';
import { printMetrics } from './print-metrics.ts';

const lines = (body: string) => body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

describe('metrics', () => {
  it('print what was counted and set, and nothing else', async () => {
    const values = createMetricValues();
    values.add('outOfBandModifications', { component_name: 'cdi-a' });
    values.add('outOfBandModifications', { component_name: 'cdi-a' }, 2);
    values.add('reconciles', { result: 'done' });
    values.replace('systemHealth', [{ labels: {}, value: 2 }]);
    values.replace('multiArchitectureEnabled', []);
    const { body, contentType } = await printMetrics(values);
    expect(lines(body)).toEqual([
      'kubevirt_hco_out_of_band_modifications_total{component_name="cdi-a"} 3',
      'kubevirt_hco_system_health_status 2',
      'archipelago_reconciles_total{result="done"} 1',
    ]);
    expect(contentType).toContain('text/plain');
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
    for (const { name, type } of declared) expect(name.endsWith('_total')).toBe(type === 'counter');
  });
});
