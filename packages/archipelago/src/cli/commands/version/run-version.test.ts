import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKubernetesClient } from '@archipelago/kube-client';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demandPublished } from '../../../../../../test/support/demand-published.ts';
import packageJson from '../../../../package.json' with { type: 'json' };
import { hyperConvergedDefinition } from '../../../config/crd.ts';
import { settings } from '../../../config/settings.ts';
import { definitions, hyperConvergeds } from '../../../operator/mirror/cluster-resources.ts';
import { main } from '../../main.ts';

const folder = mkdtempSync(join(tmpdir(), 'archipelago-version-'));
const kubeconfig = join(folder, 'kubeconfig');
const namespace = 'kubevirt-hyperconverged';
let cluster: EmbeddedCluster;

beforeAll(async () => {
  cluster = await startEmbeddedCluster({ insecure: true });
  writeFileSync(kubeconfig, cluster.kubeconfig());
});

afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

async function run(...argv: readonly string[]) {
  const ran = { code: 0, out: '', err: '' };
  ran.code = await main(['version', ...argv], {
    out: (text) => {
      ran.out += text;
    },
    err: (text) => {
      ran.err += text;
    },
    read: async () => '',
    color: false,
  });
  if (ran.code < 2) demandPublished(['version', ...argv], ran.out);
  return ran;
}

const own = new RegExp(
  `^client    ${packageJson.version.replaceAll('.', '\\.')} \\(Node \\d+\\.\\d+\\.\\d+, \\w+/\\w+\\)$`,
  'm',
);

it('asks nobody with --client', async () => {
  const { code, out, err } = await run('--client', '--kubeconfig', join(folder, 'missing'));
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(own);
  expect(out.split('\n')).toHaveLength(2);
});

it('tells of the server, and that nobody says the version of the operator', async () => {
  const { code, out } = await run('--kubeconfig', kubeconfig);
  expect(code).toBe(0);
  expect(out).toMatch(own);
  expect(out).toContain('\nserver    v1.36.2+archipelago\noperator  unknown: ');
});

it('tells of the operator that configured the cluster last', async () => {
  const client = createKubernetesClient({ transport: inProcessTransport(cluster), userAgent: 'test' });
  const namespaces = { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace', namespaced: false };
  const { apiVersion = '', kind = '', ...definition } = hyperConvergedDefinition(settings);
  const metadata = { name: 'hyperconvergeds.hco.kubevirt.io' };
  const written = { ...definition, apiVersion: String(apiVersion), kind: String(kind), metadata };
  expect((await client.create(definitions, written)).ok).toBe(true);
  await client.create(namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  const place = { name: namespace, namespace };
  const object = { apiVersion: 'hco.kubevirt.io/v1beta1', kind: 'HyperConverged', metadata: place, spec: {} };
  expect((await client.create(hyperConvergeds, object)).ok).toBe(true);
  const body = { status: { versions: [{ name: 'operator', version: '1.16.0' }] } };
  expect((await client.patchStatus(hyperConvergeds, place, { type: 'merge', body })).ok).toBe(true);
  const said = await run('--kubeconfig', kubeconfig);
  expect(said.out).toContain('\noperator  1.16.0\n');
  const both = { status: { versions: [...body.status.versions, { name: 'archipelago', version: '0.2.0' }] } };
  expect((await client.patchStatus(hyperConvergeds, place, { type: 'merge', body: both })).ok).toBe(true);
  const ours = await run('--kubeconfig', kubeconfig);
  expect(ours.out).toContain('\noperator  0.2.0 (behaves as the HyperConverged Cluster Operator 1.16.0)\n');
  client.close();
  const { code, out } = await run('--kubeconfig', kubeconfig, '-o', 'json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({
    client: {
      version: packageJson.version,
      node: process.versions.node,
      platform: expect.stringMatching(/^\w+\/\w+$/),
    },
    server: { version: 'v1.36.2+archipelago' },
    operator: { version: '1.16.0', archipelago: '0.2.0' },
  });
});

it('prints its own also where nobody answers, says why the other is not known, and ends as kubectl does', async () => {
  const away = join(folder, 'away');
  writeFileSync(away, cluster.kubeconfig().replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:1'));
  const { code, out, err } = await run('--kubeconfig', away);
  expect(code).toBe(1);
  expect(out).toMatch(own);
  expect(err).toMatch(
    /^server {4}not known: GET \/.* at .*: connect ECONNREFUSED .*; nobody listens there: /,
  );
});

it('a kubeconfig that is not there is a mistake where it was chosen', async () => {
  const { code, out, err } = await run('--kubeconfig', join(folder, 'missing'));
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/^archipelago: .*missing: /);
});
