import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, startCluster } from '../seed-walkthroughs/cluster.ts';
import { testWalkthrough } from '../seed-walkthroughs/run-walkthrough.ts';
import { seed000 } from '../seed-walkthroughs/seed-000.ts';
import { seed001, seed001OnOpenshift } from '../seed-walkthroughs/seed-001.ts';
import { seed002, seed002OnOpenshift } from '../seed-walkthroughs/seed-002.ts';
import type { Driver } from '../seed-walkthroughs/walkthrough.ts';
import { kubectlDriver } from './kubectl-driver.ts';

const pace = { printsText: true, lookAgainMs: 100, patienceMs: 20_000 };

for (const platform of ['kubernetes', 'openshift'] as const) {
  describe(`the seeds with kubectl on ${platform}`, () => {
    let cluster: Cluster;
    let driver: Driver;

    beforeAll(async () => {
      cluster = await startCluster(platform);
      driver = kubectlDriver(cluster, platform);
    });

    afterAll(async () => {
      await cluster?.stop();
    });

    const walkthroughs = [seed000, seed001, seed002, seed001OnOpenshift, seed002OnOpenshift];
    for (const walkthrough of walkthroughs.filter((each) => each.platform === platform)) {
      describe(`seed ${walkthrough.seed}`, () => testWalkthrough(walkthrough, () => driver, pace));
    }

    test('ends cleanly on Ctrl-C', async () => {
      expect(await cluster.stop()).toBe(0);
    });
  });
}
