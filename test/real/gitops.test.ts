import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { valueAt } from '@archipelago/apimachinery';
import {
  createKubernetesClient,
  type KubernetesClient,
  loadConnection,
  nodeTransport,
} from '@archipelago/kube-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hyperConvergeds } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { standardWorkers } from '../../packages/archipelago/src/simulation/actors/node-counts.ts';
import { eventually } from '../support/eventually.ts';
import { type Cluster, startCluster } from '../walkthroughs/cluster.ts';
import { killAll } from './archipelago-process.ts';
import { furnishedKubernetes, hyperConvergedName, operatorNamespaces } from './furnished-cluster.ts';
import { hasReconciled, startOperatorProcess } from './operator-process.ts';

const execute = promisify(execFile);
const home = operatorNamespaces.kubernetes;
const name = ['hyperconverged', 'kubevirt-hyperconverged', '-n', home];

/** Every example that configures the operator, but for what shows a status, and a machine that holds the placement. */
const manifests = readdirSync('examples', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => join('examples', file))
  .filter((file) => /^kind: HyperConverged$/m.test(readFileSync(file, 'utf8')))
  .filter((file) => /^ {2}name: /m.test(readFileSync(file, 'utf8')))
  .filter((file) => !/^kind: VirtualMachine/m.test(readFileSync(file, 'utf8')))
  .sort();

interface Started {
  readonly kubeconfig: string;
  stop(): Promise<unknown>;
}

const ways: readonly (readonly [string, () => Promise<Started>])[] = [
  ['`archipelago up`', (): Promise<Cluster> => startCluster('kubernetes')],
  [
    'a real Kubernetes',
    async () => {
      const cluster = await furnishedKubernetes.start({ platform: 'kubernetes', workers: standardWorkers });
      const operator = startOperatorProcess(cluster.operatorKubeconfig, '--namespace', home);
      await cluster.createHyperConverged({ spec: {} });
      await operator.said(hasReconciled);
      return { kubeconfig: cluster.kubeconfig, stop: () => killAll().then(() => cluster.stop()) };
    },
  ],
];

describe.each(ways)('what stands in Git, on %s', (_, start) => {
  let cluster: Started;
  let client: KubernetesClient | undefined;
  beforeAll(async () => {
    cluster = await start();
    const connection = await loadConnection({ kubeconfig: cluster.kubeconfig });
    client = createKubernetesClient({ transport: nodeTransport(connection) });
  });
  afterAll(() => {
    client?.close();
    return cluster?.stop();
  });

  async function kubectl(...args: readonly string[]): Promise<string> {
    const env = { ...process.env, KUBECONFIG: cluster.kubeconfig };
    const { stdout } = await execute('kubectl', [...args], { env, maxBuffer: 1 << 26 });
    return stdout;
  }

  /** What is stored, once the operator has seen it. */
  async function settled(): Promise<string> {
    return eventually(async () => {
      const found = await client?.get(hyperConvergeds, hyperConvergedName);
      if (found?.ok !== true) throw new Error('the HyperConverged is not there');
      const { generation } = found.value.metadata;
      expect(valueAt(found.value, 'status', 'observedGeneration')).toBe(generation);
      return `generation ${generation}`;
    });
  }

  test.each([
    ['kubectl apply', [], 'unchanged'],
    ['kubectl apply --server-side', ['--server-side'], 'serverside-applied'],
  ] as const)(
    `%s: ${manifests.length} examples, applied again, change nothing, and kubectl diff shows nothing`,
    async (_command, flags, says) => {
      await kubectl('delete', ...name);
      for (const file of manifests) {
        const target = ['-n', home, ...flags, '-f', file];
        await kubectl('apply', ...target);
        const before = await settled();
        expect(await kubectl('apply', ...target), file).toMatch(new RegExp(` ${says}\n$`));
        expect(await kubectl('diff', ...target), file).toBe('');
        expect(await settled(), file).toBe(before);
      }
    },
  );

  test('a default that was filled in is no conflict for who applies another value', async () => {
    await kubectl('delete', ...name);
    const minimal = join('examples', 'minimal.yaml');
    await kubectl('apply', '--server-side', '-n', home, '-f', minimal);
    await eventually(async () =>
      expect(await kubectl('get', ...name, '-o', 'jsonpath={.spec.evictionStrategy}')).toBe('LiveMigrate'),
    );
    await settled();
    const other = join('examples', 'upstream', 'cluster-configuration', '31-eviction-strategy.yaml');
    await kubectl('apply', '--server-side', '--field-manager', 'argocd', '-n', home, '-f', other);
    expect(await kubectl('get', ...name, '-o', 'jsonpath={.spec.evictionStrategy}')).toBe(
      'LiveMigrateIfPossible',
    );
  });
});
