import { readdir, readFile } from 'node:fs/promises';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import type { MetricKey } from '../../observability/metric-table.ts';
import type { MetricValues } from '../../observability/metric-values.ts';

/** Brings the gauges of the process up to date; those that the system does not tell are left out. */
export async function showProcess(metrics: Pick<MetricValues, 'replace'>): Promise<void> {
  const show = (metric: MetricKey, value: number | undefined) =>
    metrics.replace(metric, value === undefined ? [] : [{ labels: {}, value }]);
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  show('processCpu', (user + system) / 1_000_000);
  show('processMemory', rss);
  show('heapUsed', heapUsed);
  show('processStart', startedAt);
  show('processOpenFiles', await openFiles());
  show('processMaxFiles', await maxFiles());
  show('eventLoopLag', await lag());
}

/** The same at every scrape, whatever becomes of the clock. */
const startedAt = Date.now() / 1000 - process.uptime();

async function lag(): Promise<number> {
  const before = performance.now();
  await turnOfLoop();
  return (performance.now() - before) / 1000;
}

async function openFiles(): Promise<number | undefined> {
  try {
    // one is the folder's own
    return (await readdir('/proc/self/fd')).length - 1;
  } catch {
    return undefined;
  }
}

async function maxFiles(): Promise<number | undefined> {
  try {
    const limits = await readFile('/proc/self/limits', 'utf8');
    const found = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
    return found === undefined ? undefined : Number(found);
  } catch {
    return undefined;
  }
}
