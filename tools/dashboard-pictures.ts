import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dashboardTable } from '../packages/archipelago/src/observability/dashboards/dashboard-table.ts';
import type { Panel } from '../packages/archipelago/src/observability/dashboards/model/dashboard.ts';
import { type DrawnSeries, drawPage } from './draw-dashboard.ts';

/**
 * Draws each dashboard as a page with what a Prometheus answers, to look at where there is no Grafana:
 * `node tools/run.mjs tools/dashboard-pictures.ts http://127.0.0.1:9090 FOLDER`
 */
const [address = '', folder = '.', minutes = '10'] = process.argv.slice(2);
const end = Date.now() / 1_000;
const start = end - Number(minutes) * 60;
const step = (end - start) / 200;

for (const dashboard of dashboardTable) {
  const answers = new Map<Panel, readonly DrawnSeries[]>();
  for (const panel of dashboard.rows.flatMap((row) => row.panels)) answers.set(panel, await ask(panel));
  writeFileSync(join(folder, `${dashboard.name}.html`), drawPage(dashboard, answers));
}

async function ask(panel: Panel): Promise<readonly DrawnSeries[]> {
  const answers = await Promise.all(
    panel.queries.map(async ({ expression, legend }, query) => {
      const found = await range(expression.replaceAll('$config', '.*'));
      const isNow = panel.kind === 'stat' || panel.kind === 'table';
      const shown = isNow ? found.filter(isStillThere) : found;
      return shown.map(({ metric, values }) => ({ query, legend, labels: metric, values }));
    }),
  );
  return answers.flat();
}

interface Found {
  readonly metric: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [number, string])[];
}

/** What Prometheus no longer has at the end is no answer to what is so now. */
function isStillThere({ values }: Found): boolean {
  return Number(values.at(-1)?.[0]) > end - 2 * step;
}

async function range(query: string): Promise<readonly Found[]> {
  const parameters = new URLSearchParams({
    query,
    start: String(start),
    end: String(end),
    step: String(step),
  });
  const response = await fetch(`${address}/api/v1/query_range?${parameters}`);
  const { data }: { data?: { result: readonly Found[] } } = JSON.parse(await response.text());
  if (data === undefined) throw new Error(`${query}: HTTP ${response.status}`);
  return data.result;
}
