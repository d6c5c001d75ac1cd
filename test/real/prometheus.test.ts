import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listAt } from '@archipelago/apimachinery';
import { createAuthority } from '@archipelago/kube-sandbox/real';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { metricTable } from '../../packages/archipelago/src/observability/metric-table.ts';
import { type Prometheus, startPrometheus } from '../support/prometheus.ts';
import { scrape } from '../support/scrape.ts';
import { until } from '../support/until.ts';
import { killAll } from './archipelago-process.ts';
import { type FurnishedCluster, furnishedSandboxes, operatorNamespace } from './furnished-cluster.ts';
import { hasReconciled, startOperatorProcess } from './operator-process.ts';

const execute = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'archipelago-prometheus-'));
const authority = await createAuthority();
const [tokenFile, authorityFile, serverName] = [join(folder, 'token'), join(folder, 'ca.crt'), 'localhost'];
const { reconciles, reconcileDuration, buildInfo } = metricTable;
let cluster: FurnishedCluster;
let prometheus: Prometheus | undefined;
let port = '';

beforeAll(async () => {
  cluster = await furnishedSandboxes.start();
  const { certificate, privateKey } = await authority.server();
  writeFileSync(authorityFile, authority.certificate);
  writeFileSync(join(folder, 'tls.crt'), certificate);
  writeFileSync(join(folder, 'tls.key'), privateKey);
  await admit('prometheus');
  const operator = startOperatorProcess(
    cluster.operatorKubeconfig,
    ...['--metrics-secure', '--metrics-cert-path', folder],
  );
  [, port = ''] = await operator.said(/"port":(\d+),"secure":true,"msg":"metrics on/);
  await operator.said(hasReconciled);
});
afterAll(async () => {
  await prometheus?.stop();
  await cluster?.stop();
  await killAll();
  rmSync(folder, { recursive: true, force: true });
});

/** As an administrator does for a Prometheus: an account, the printed role, and a token in a file. */
async function admit(account: string): Promise<void> {
  const role = 'archipelago-operator-metrics-reader';
  const subject = `--serviceaccount=${operatorNamespace}:${account}`;
  await kubectl('create', 'serviceaccount', account, '-n', operatorNamespace);
  await kubectl('create', 'clusterrolebinding', account, `--clusterrole=${role}`, subject);
  const { stdout } = await kubectl('create', 'token', account, '-n', operatorNamespace);
  writeFileSync(tokenFile, stdout.trim());
}

function kubectl(...args: readonly string[]): Promise<{ stdout: string }> {
  return execute('kubectl', ['--kubeconfig', cluster.kubeconfig, ...args]);
}

async function count(query: string): Promise<number> {
  const { series: [first] = [] } = (await prometheus?.query(query)) ?? {};
  return Number(listAt(first, 'value')[1] ?? Number.NaN);
}

test("Prometheus' linter has nothing to say about the page of an operator", async () => {
  const headers = { authorization: `Bearer ${readFileSync(tokenFile, 'utf8')}` };
  const page = await scrape({ port: Number(port), path: '/metrics', ca: authority.certificate, headers });
  expect(page.status).toBe(200);
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: page.text,
    encoding: 'utf8',
  });
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});

test('Prometheus scrapes over TLS with a token, and gets nothing without one, nor from who is not who it asked', async () => {
  prometheus = await startPrometheus(`https://127.0.0.1:${port}/metrics`, [
    { job: 'operator', tokenFile, authorityFile, serverName },
    { job: 'stranger', authorityFile, serverName },
    { job: 'misled', tokenFile, authorityFile, serverName: 'elsewhere' },
  ]);
  await until(async () => (await count(`sum(${reconciles.name}{job="operator"})`)) > 0);
  expect(await count('up{job="operator"}')).toBe(1);
  expect(await count(`sum(${reconcileDuration.name}_count{job="operator"})`)).toBeGreaterThan(0);
  expect(await count(buildInfo.name)).toBe(1);
  for (const job of ['stranger', 'misled']) {
    await until(async () => !Number.isNaN(await count(`up{job="${job}"}`)));
    expect(await count(`up{job="${job}"}`)).toBe(0);
  }
});
