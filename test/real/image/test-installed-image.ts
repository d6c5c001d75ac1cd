import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../support/until.ts';
import { type BareCluster, startBareCluster } from './bare-cluster.ts';
import type { ImageRoot } from './image-root.ts';
import { playOperator } from './played-operator.ts';
import { type Installed, type WayToInstall, waysToInstall } from './ways-to-install.ts';

interface GivenImage {
  /** By its digest. */
  readonly image: string;
  readonly root: ImageRoot;
}

const hyperConverged = {
  apiVersion: 'hco.kubevirt.io/v1beta1',
  kind: 'HyperConverged',
  metadata: { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged' },
  spec: {},
};
const patience = { pauseMs: 500, withinMs: 120_000 };

/**
 * The image, installed by each way on a real kube-apiserver, whose webhook it asks over the Service: the HyperConverged becomes
 * Available, is deleted, and after the uninstallation there is what the documentation names. There is no kubelet.
 */
export function testInstalledImage(given: () => GivenImage): void {
  describe('installed on a real Kubernetes', () => {
    let cluster: BareCluster;
    beforeAll(async () => {
      cluster = await startBareCluster();
    });
    afterAll(() => cluster?.stop());

    it.each(waysToInstall)(
      'by $name, it makes the HyperConverged Available, and leaves what is documented',
      (way) => comeAndGo(cluster, given(), way),
    );
  });
}

async function comeAndGo(cluster: BareCluster, given: GivenImage, way: WayToInstall): Promise<void> {
  const before = await cluster.everything();
  const installed = await way.install(cluster, given.image);
  await useIt(cluster, given.root, installed.use);
  await installed.uninstall();
  const left = (await cluster.everything()).filter((each) => !before.includes(each));
  expect(left).toEqual([...way.left].sort());
  await clean(cluster, left);
  expect(await cluster.everything()).toEqual(before);
}

/** What an operator would do for its user, from the first HyperConverged to the last. */
async function useIt(cluster: BareCluster, root: ImageRoot, use: Installed['use']): Promise<void> {
  const operator = await playOperator(cluster, root);
  const waited = { ...patience, tell: () => operator.output().slice(-4_000) };
  try {
    const port = await operator.port('webhook');
    cluster.services.lead([port]);
    // API servers hear of the certificate a moment after it was made
    await until(async () => isDone(cluster.apply([hyperConverged])), waited);
    await until(async () => (await cluster.conditions()).Available === 'True', waited);
    expect(cluster.services.taken.get(port)).toBeGreaterThan(0);
    await use?.({ root, operator });
    await cluster.remove([hyperConverged]);
  } finally {
    await operator.stop();
  }
}

function isDone(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

/** As a user takes away what the documentation says is left. */
async function clean(cluster: BareCluster, left: readonly string[]): Promise<void> {
  for (const each of left) {
    const [kind = '', name = ''] = each.split(' ');
    const [namespace = '', inIt] = name.split('/');
    if (inIt === undefined) await cluster.run('kubectl', 'delete', kind, name);
    // what is in a namespace that is left goes with it
    else if (!left.includes(`Namespace ${namespace}`))
      await cluster.run('kubectl', 'delete', kind, inIt, '-n', namespace);
  }
}
