import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, startCluster } from './cluster.ts';
import { clusterConfiguration, clusterConfigurationOnOpenshift } from './cluster-configuration.ts';
import { heterogeneousClusters } from './heterogeneous-clusters.ts';
import { httpDriver } from './http-driver.ts';
import {
  multiArchGoldenImagesDisabled,
  multiArchGoldenImagesDisabledOnOpenshift,
} from './multi-arch-golden-images-disabled.ts';
import { testWalkthrough } from './run-walkthrough.ts';

const pace = { printsText: false, pauseMs: 20 };

for (const platform of ['kubernetes', 'openshift'] as const) {
  describe(`the walkthroughs over HTTP on ${platform}`, () => {
    let cluster: Cluster;
    let driver: ReturnType<typeof httpDriver>;

    beforeAll(async () => {
      cluster = await startCluster(platform);
      driver = httpDriver(cluster, platform);
    });

    afterAll(async () => {
      driver?.close();
      await cluster?.stop();
    });

    const walkthroughs = [
      heterogeneousClusters,
      multiArchGoldenImagesDisabled,
      clusterConfiguration,
      multiArchGoldenImagesDisabledOnOpenshift,
      clusterConfigurationOnOpenshift,
    ];
    for (const walkthrough of walkthroughs.filter((each) => each.platform === platform)) {
      describe(`${walkthrough.document}`, () => testWalkthrough(walkthrough, () => driver, pace));
    }

    test('ends cleanly on Ctrl-C', async () => {
      driver.close();
      expect(await cluster.stop()).toBe(0);
    });
  });
}
