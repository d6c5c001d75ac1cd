import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { standardWorkers } from '../../packages/archipelago/src/simulation/actors/node-counts.ts';
import { type Cluster, startCluster } from '../walkthroughs/cluster.ts';
import {
  clusterConfiguration,
  clusterConfigurationOnOpenshift,
} from '../walkthroughs/cluster-configuration.ts';
import { heterogeneousClusters } from '../walkthroughs/heterogeneous-clusters.ts';
import {
  multiArchGoldenImagesDisabled,
  multiArchGoldenImagesDisabledOnOpenshift,
} from '../walkthroughs/multi-arch-golden-images-disabled.ts';
import { testWalkthrough } from '../walkthroughs/run-walkthrough.ts';
import type { Driver } from '../walkthroughs/walkthrough.ts';
import { killAll } from './archipelago-process.ts';
import { type FurnishedCluster, furnishedKubernetes, operatorNamespaces } from './furnished-cluster.ts';
import { kubectlDriver } from './kubectl-driver.ts';
import { hasReconciled, quiet, startOperatorProcess } from './operator-process.ts';

const pace = { printsText: true, pauseMs: 100 };
const platforms = ['kubernetes', 'openshift'] as const;

function testWalkthroughs(platform: (typeof platforms)[number], driver: () => Driver): void {
  const walkthroughs = [
    heterogeneousClusters,
    multiArchGoldenImagesDisabled,
    clusterConfiguration,
    multiArchGoldenImagesDisabledOnOpenshift,
    clusterConfigurationOnOpenshift,
  ];
  for (const walkthrough of walkthroughs.filter((each) => each.platform === platform)) {
    describe(`${walkthrough.document}`, () => testWalkthrough(walkthrough, driver, pace));
  }
}

describe.each(platforms)('the walkthroughs with kubectl on `archipelago up`, %s', (platform) => {
  let cluster: Cluster;
  let driver: Driver;

  beforeAll(async () => {
    cluster = await startCluster(platform);
    driver = kubectlDriver(cluster, platform);
  });

  afterAll(async () => {
    await cluster?.stop();
  });

  testWalkthroughs(platform, () => driver);

  test('ends cleanly on Ctrl-C', async () => {
    expect(await cluster.stop()).toBe(0);
  });
});

describe.each(platforms)('the walkthroughs with kubectl on a real Kubernetes, %s', (platform) => {
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

  testWalkthroughs(platform, () => driver);
});
