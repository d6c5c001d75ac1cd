import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, startCluster } from './cluster.ts';
import { httpDriver } from './http-driver.ts';
import { testWalkthrough } from './run-walkthrough.ts';
import { seed000 } from './seed-000.ts';
import { seed001, seed001OnOpenshift } from './seed-001.ts';
import { seed002, seed002OnOpenshift } from './seed-002.ts';

const pace = { printsText: false, lookAgainMs: 20, patienceMs: 10_000 };

for (const platform of ['kubernetes', 'openshift'] as const) {
  describe(`the seeds over HTTP on ${platform}`, () => {
    let cluster: Cluster;
    let driver: ReturnType<typeof httpDriver>;

    beforeAll(async () => {
      cluster = await startCluster(platform);
      driver = httpDriver(cluster, platform);
    }, 90_000);

    afterAll(async () => {
      driver?.close();
      await cluster?.stop();
    });

    const walkthroughs = [seed000, seed001, seed002, seed001OnOpenshift, seed002OnOpenshift];
    for (const walkthrough of walkthroughs.filter((each) => each.platform === platform)) {
      describe(`seed ${walkthrough.seed}`, () => testWalkthrough(walkthrough, () => driver, pace));
    }

    test('ends cleanly on Ctrl-C', async () => {
      driver.close();
      expect(await cluster.stop()).toBe(0);
    });
  });
}
