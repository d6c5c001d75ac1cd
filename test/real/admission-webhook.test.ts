import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority } from '@archipelago/kube-sandbox/real';
import { afterAll, expect, test } from 'vitest';
import { webhookNames } from '../../packages/archipelago/src/operator/webhook/webhook-names.ts';
import { testAdmissionWebhook } from '../suites/admission-webhook.ts';
import { installedKubernetes } from '../support/installed-servers.ts';
import { scrape } from '../support/scrape.ts';
import { until } from '../support/until.ts';
import { killAll } from './archipelago-process.ts';
import { furnishedSandboxes } from './furnished-cluster.ts';
import { startOperatorProcess } from './operator-process.ts';

testAdmissionWebhook(installedKubernetes);

const folder = mkdtempSync(join(tmpdir(), 'archipelago-webhook-'));
afterAll(async () => {
  await killAll();
  rmSync(folder, { recursive: true, force: true });
});

const review = JSON.stringify({
  apiVersion: 'admission.k8s.io/v1',
  kind: 'AdmissionReview',
  request: {
    uid: 'u',
    operation: 'CREATE',
    resource: { group: 'hco.kubevirt.io', version: 'v1beta1', resource: 'hyperconvergeds' },
    object: {
      apiVersion: 'hco.kubevirt.io/v1beta1',
      kind: 'HyperConverged',
      metadata: { name: 'kubevirt-hyperconverged', namespace: 'elsewhere' },
      spec: {},
    },
  },
});

function ask(port: number) {
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(review)) };
  return scrape({ port, path: webhookNames.path, method: 'POST', headers, body: review });
}

test('the operator serves the webhook with the certificate that is mounted, and takes another one without dropping a request', async () => {
  const cluster = await furnishedSandboxes.start();
  const authority = await createAuthority();
  const mount = async () => {
    const { certificate, privateKey } = await authority.server();
    writeFileSync(join(folder, 'tls.crt'), certificate);
    writeFileSync(join(folder, 'tls.key'), privateKey);
    return new X509Certificate(certificate).fingerprint256;
  };
  try {
    const first = await mount();
    const flags = ['--webhook-bind-address', '127.0.0.1:0', '--webhook-cert-path', folder];
    const operator = startOperatorProcess(cluster.operatorKubeconfig, ...flags);
    const [, port] = await operator.said(/"port":(\d+),"msg":"webhook on/);
    await until(async () => (await ask(Number(port)).catch(() => undefined))?.status === 200);
    const answer = await ask(Number(port));
    expect([answer.fingerprint, answer.text]).toEqual([first, expect.stringContaining('metadata.namespace')]);
    const second = await mount();
    const answers = new Set<string>();
    // without a pause, so that some are always under way; one that is dropped is counted
    const askOn = async () => {
      for (let fingerprint = ''; fingerprint !== second; ) {
        const told = await ask(Number(port)).catch((error: unknown) => ({ status: error, fingerprint: '' }));
        answers.add(String(told.status));
        ({ fingerprint } = told);
      }
    };
    await Promise.all(Array.from({ length: 8 }, askOn));
    expect([...answers]).toEqual(['200']);
  } finally {
    await cluster.stop();
  }
}, 120_000);
