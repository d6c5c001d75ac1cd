import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { standardWorkers } from '../../src/sandbox/actors/node-counts.ts';
import { type Cluster, startCluster } from '../seed-walkthroughs/cluster.ts';
import { testWalkthrough } from '../seed-walkthroughs/run-walkthrough.ts';
import { seed000 } from '../seed-walkthroughs/seed-000.ts';
import { seed001, seed001OnOpenshift } from '../seed-walkthroughs/seed-001.ts';
import { seed002, seed002OnOpenshift } from '../seed-walkthroughs/seed-002.ts';
import type { Driver } from '../seed-walkthroughs/walkthrough.ts';
import { killAll } from './archipelago-process.ts';
import { type FurnishedCluster, furnishedKubernetes, operatorNamespaces } from './furnished-cluster.ts';
import { kubectlDriver } from './kubectl-driver.ts';
import { hasReconciled, quiet, startOperatorProcess } from './operator-process.ts';

const pace = { printsText: true, lookAgainMs: 100, patienceMs: 20_000 };
const platforms = ['kubernetes', 'openshift'] as const;

function testSeeds(platform: (typeof platforms)[number], driver: () => Driver): void {
  const walkthroughs = [seed000, seed001, seed002, seed001OnOpenshift, seed002OnOpenshift];
  for (const walkthrough of walkthroughs.filter((each) => each.platform === platform)) {
    describe(`seed ${walkthrough.seed}`, () => testWalkthrough(walkthrough, driver, pace));
  }
}

describe.each(platforms)('the seeds with kubectl on `archipelago up`, %s', (platform) => {
  let cluster: Cluster;
  let driver: Driver;

  beforeAll(async () => {
    cluster = await startCluster(platform);
    driver = kubectlDriver(cluster, platform);
  });

  afterAll(async () => {
    await cluster?.stop();
  });

  testSeeds(platform, () => driver);

  test('ends cleanly on Ctrl-C', async () => {
    expect(await cluster.stop()).toBe(0);
  });
});

describe.each(platforms)('the seeds with kubectl on a real Kubernetes, %s', (platform) => {
  let cluster: FurnishedCluster;
  let driver: Driver;

  beforeAll(async () => {
    cluster = await furnishedKubernetes.start({ platform, workers: standardWorkers });
    const operator = startOperatorProcess(
      cluster.operatorKubeconfig,
      '--namespace',
      operatorNamespaces[platform],
    );
    await cluster.createHyperConverged({ spec: {} });
    await operator.said(hasReconciled);
    await quiet(cluster, operator);
    driver = kubectlDriver(cluster, platform);
  });

  afterAll(async () => {
    await killAll();
    await cluster?.stop();
  });

  testSeeds(platform, () => driver);
});
