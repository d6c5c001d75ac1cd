import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority } from '@archipelago/kube-sandbox/real';
import { afterAll, expect, test } from 'vitest';
import { testMetrics } from '../suites/metrics.ts';
import { installedKubernetes } from '../support/installed-servers.ts';
import { scrape } from '../support/scrape.ts';
import { until } from '../support/until.ts';
import { killAll } from './archipelago-process.ts';
import { furnishedSandboxes } from './furnished-cluster.ts';
import { startOperatorProcess } from './operator-process.ts';

testMetrics(installedKubernetes({ importer: 'ssp', doctor: true }));

const folder = mkdtempSync(join(tmpdir(), 'archipelago-metrics-'));
afterAll(async () => {
  await killAll();
  rmSync(folder, { recursive: true, force: true });
});

test('the operator begins with a certificate of its own, takes the one that is mounted, and drops no request', async () => {
  const cluster = await furnishedSandboxes.start();
  try {
    const operator = startOperatorProcess(
      cluster.operatorKubeconfig,
      ...['--metrics-secure', '--metrics-cert-path', folder],
    );
    const [, port] = await operator.said(/"port":(\d+),"secure":true,"msg":"metrics on/);
    const ask = () => scrape({ port: Number(port), path: '/healthz' });
    const first = (await ask()).fingerprint;
    const authority = await createAuthority();
    const { certificate, privateKey } = await authority.server();
    writeFileSync(join(folder, 'tls.crt'), certificate);
    writeFileSync(join(folder, 'tls.key'), privateKey);
    const { fingerprint256 } = new X509Certificate(certificate);
    let asked = 0;
    const statuses = new Set<number>();
    await until(async () => {
      const { status, fingerprint } = await ask();
      asked += 1;
      statuses.add(status);
      return fingerprint === fingerprint256;
    });
    expect(first).not.toBe(fingerprint256);
    expect([...statuses]).toEqual([200]);
    const trusted = await scrape({ port: Number(port), path: '/metrics', ca: authority.certificate });
    expect(trusted.status).toBe(401);
    console.log(`metrics: ${asked} requests while the certificate was exchanged, none dropped`);
  } finally {
    await cluster.stop();
  }
});
