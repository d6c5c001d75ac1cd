// What a scrape costs the operator's process with as many series as there may be: 10,000 golden images, requests of 200 kinds.
//   node tools/run.mjs bench/metrics.ts [--rounds 50]
// Values are counted in this process and scraped over HTTP from its metrics server; prints a table.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { createMetricValues } from '../packages/archipelago/src/observability/metric-values.ts';
import { startMetricsServer } from '../packages/archipelago/src/operator/serving/metrics-server.ts';
import { load, median, printTable } from './layering/table.ts';

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '50' } } });

const images = 10_000;
const kinds = 200;
const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch'];
const metrics = createMetricValues();

const lines = Array.from({ length: images }, (_, index) => ({
  labels: { data_import_cron_name: `image-${index}-cron`, managed_data_source_name: `image-${index}` },
  value: 1,
}));

/** As a pass over all images shows them; milliseconds. */
function showImages(): number {
  const before = performance.now();
  for (const metric of ['imageAnnotated', 'imageSupported', 'imageArchitecturesAgree'] as const)
    metrics.replace(metric, lines);
  return performance.now() - before;
}

/** Microseconds for one request that is counted and timed. */
function countRequests(): number {
  const before = performance.now();
  const count = 100_000;
  for (let index = 0; index < count; index += 1) {
    const labels = { verb: verbs[index % verbs.length] ?? '', resource: `kind-${index % kinds}` };
    metrics.add('requests', { ...labels, code: '200' });
    metrics.observe('requestDuration', labels, (index % 100) / 1000);
  }
  return ((performance.now() - before) * 1000) / count;
}

interface Scraped {
  readonly ms: readonly number[];
  readonly bytes: number;
  readonly series: number;
}

async function scrape(port: number, accept: string): Promise<Scraped> {
  const ms: number[] = [];
  let text = '';
  for (let round = 0; round < Number(options.rounds) + 5; round += 1) {
    const before = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { accept } });
    text = await answer.text();
    // the first ones load the library
    if (round >= 5) ms.push(performance.now() - before);
  }
  const series = text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length;
  return { ms, bytes: Buffer.byteLength(text), series };
}

const shownMs = Array.from({ length: 20 }, showImages);
const countedUs = countRequests();
const server = await startMetricsServer({
  values: metrics,
  port: 0,
  host: '127.0.0.1',
  unreadyBecause: () => undefined,
  stuckBecause: async () => undefined,
  alerts: () => ({}),
  refresh: () => undefined,
});
const text = await scrape(server.port, '*/*');
const open = await scrape(server.port, 'application/openmetrics-text; version=1.0.0');
await server.stop();

const most = (all: readonly number[]) => Math.max(...all).toFixed(1);
const ms = (all: readonly number[]) => `${median(all).toFixed(1)} / ${most(all)}`;
const table = printTable({
  head: ['measure', 'value'],
  rows: [
    ['cores, load average', `${cpus().length}, ${load()}`],
    ['series on the page', String(text.series)],
    ['page, KiB', (text.bytes / 1024).toFixed(0)],
    ['scrape, text, ms median / max', ms(text.ms)],
    ['scrape, OpenMetrics, ms median / max', ms(open.ms)],
    ['three gauges of 10,000 images replaced, ms median / max', ms(shownMs)],
    ['one request counted and timed, µs', countedUs.toFixed(2)],
  ],
});
process.stdout.write(`${table}\n`);
