import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listAt, objectsAt } from '@archipelago/apimachinery';
import { afterAll, expect, test } from 'vitest';
import { metricTable } from '../../packages/archipelago/src/observability/metric-table.ts';
import { until } from '../support/until.ts';
import { killAll } from './archipelago-process.ts';
import { furnishedSandboxes } from './furnished-cluster.ts';
import { hasReconciled, startOperatorProcess } from './operator-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'archipelago-prometheus-'));
const endings: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
afterAll(async () => {
  // the cluster's end looks for its secrets in it, so it is still there then
  for (const end of endings.reverse()) await end();
  await killAll();
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** A real Prometheus that scrapes one target each second, in OpenMetrics, as it asks by itself; gives its address. */
async function startPrometheus(target: string): Promise<string> {
  const jobs = [{ job_name: 'operator', static_configs: [{ targets: [target] }] }];
  const configuration = join(folder, 'prometheus.json');
  writeFileSync(configuration, JSON.stringify({ global: { scrape_interval: '1s' }, scrape_configs: jobs }));
  const address = `127.0.0.1:${await freePort()}`;
  const flags = [`--config.file=${configuration}`, `--storage.tsdb.path=${folder}/data`];
  const child = spawn('prometheus', [...flags, `--web.listen-address=${address}`], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  endings.push(() => {
    child.kill();
    return ended;
  });
  return `http://${address}`;
}

test('Prometheus takes the page of an operator, and its linter has nothing to say about it', async () => {
  const cluster = await furnishedSandboxes.start();
  endings.push(() => cluster.stop());
  const operator = startOperatorProcess(cluster.operatorKubeconfig);
  await operator.said(hasReconciled);
  const page = await operator.scrape();
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: page,
    encoding: 'utf8',
  });
  expect([status, stdout, stderr]).toEqual([0, '', '']);
  const [, port] = await operator.said(/"port":(\d+),"secure":false,"msg":"metrics on/);
  const prometheus = await startPrometheus(`127.0.0.1:${port}`);
  const count = async (query: string): Promise<number> => {
    const url = `${prometheus}/api/v1/query?query=${encodeURIComponent(query)}`;
    const answer = await fetch(url).catch(() => undefined);
    const read: unknown = answer?.ok === true ? await answer.json() : undefined;
    const [first] = objectsAt(read, 'data', 'result');
    return Number(listAt(first, 'value')[1] ?? Number.NaN);
  };
  const { reconciles, reconcileDuration, buildInfo } = metricTable;
  await until(async () => (await count('up{job="operator"}')) === 1);
  expect(await count(`sum(${reconciles.name})`)).toBeGreaterThan(0);
  expect(await count(`sum(${reconcileDuration.name}_count)`)).toBeGreaterThan(0);
  expect(await count(buildInfo.name)).toBe(1);
});
