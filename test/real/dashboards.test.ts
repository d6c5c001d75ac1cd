import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dashboardTable } from '../../packages/archipelago/src/observability/dashboards/dashboard-table.ts';
import { type Prometheus, startPrometheus } from '../support/prometheus.ts';
import { until } from '../support/until.ts';
import { killAll } from './archipelago-process.ts';
import { startBusyUp } from './busy-up.ts';

// A real Prometheus scrapes an operator and answers what every panel asks.

/** Panels that may be empty on `up`, and why. */
const mayBeEmpty = new Map<string, string>([
  ['archipelago-cluster/machines', 'no node exporter'],
  ['archipelago-layering/retries', 'no attempt fails'],
  ['archipelago-layering/evictions', 'simulated node agents evict nothing'],
  ['archipelago-operator/alerts', 'nothing fires yet'],
  ['archipelago-operator/doctor', 'it has not looked yet'],
  ['archipelago-operator/watch-restarts', 'watches last longer than the test'],
]);

const queries = dashboardTable.flatMap(({ name, rows }) =>
  rows.flatMap(({ panels }) =>
    panels.flatMap(({ id, queries }) =>
      queries.map(({ expression }) => [`${name}/${id}`, expression.replaceAll('$config', '.*')] as const),
    ),
  ),
);

const folder = mkdtempSync(join(tmpdir(), 'archipelago-dashboards-'));
let prometheus: Prometheus;

beforeAll(async () => {
  prometheus = await startPrometheus(await startBusyUp(folder));
  // rates need two looks
  const hasBuilt =
    'count(rate(ocl_build_duration_seconds_bucket[1h])) and on() archipelago_drift_total and on() archipelago_layering_nodes and on() archipelago_layering_findings_total and on() count(rate(archipelago_admission_decisions_total[1h]))';
  await until(async () => (await prometheus.query(hasBuilt)).series.length > 0);
});

afterAll(async () => {
  await prometheus?.stop();
  await killAll();
  rmSync(folder, { recursive: true, force: true });
});

describe('a Prometheus answers what panels ask', () => {
  test.each(queries)('%s: %s', async (panel, expression) => {
    const { error, series } = await prometheus.query(expression);
    expect(error).toBeUndefined();
    if (!mayBeEmpty.has(panel)) expect(series).not.toEqual([]);
  });

  test('and those that may be empty are there', () => {
    const names: readonly string[] = queries.map(([name]) => name);
    expect([...mayBeEmpty.keys()].filter((name) => !names.includes(name))).toEqual([]);
  });

  test('and tells of a query that it cannot read', async () => {
    expect((await prometheus.query('max by( (up)')).error).toContain('parse error');
  });
});
