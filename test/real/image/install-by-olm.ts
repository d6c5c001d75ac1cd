import { join } from 'node:path';
import { objectAt, textAt } from '@archipelago/apimachinery';
import { until } from '../../support/until.ts';
import { operatorNamespace as home } from '../furnished-cluster.ts';
import type { BareCluster } from './bare-cluster.ts';
import { startOlm } from './start-olm.ts';

const deployment = 'archipelago-operator';
const version = (kind: string) => ({ apiVersion: 'operators.coreos.com/v1alpha1', kind });

/** A real Operator Lifecycle Manager installs what `manifests --format olm` wrote into a folder, from a catalog, for a Subscription. */
export async function installByOlm(cluster: BareCluster, folder: string) {
  const { run, apply, object } = cluster;
  const olm = await startOlm(cluster, folder);
  const waited = { pauseMs: 200, withinMs: 120_000, tell: () => olm.output() };
  await run('kubectl', 'create', 'namespace', home);
  await apply(subscriptionTo(olm.catalog));
  await until(async () => 'metadata' in (await object('deployment', deployment)), waited);
  await run('kubectl', 'apply', '--server-side', '-f', join(folder, 'beside-the-bundle.yaml'));
  const phase = async () => {
    const csv = textAt(await object('subscription', 'archipelago'), 'status', 'installedCSV');
    return textAt(await object('csv', csv), 'status', 'phase');
  };
  return {
    /** There is no kubelet, and no controller of Deployments: OLM hears from us that pods run. */
    async tellAvailable() {
      const replicas = objectAt(await object('deployment', deployment), 'spec').replicas;
      const counts = {
        replicas,
        updatedReplicas: replicas,
        readyReplicas: replicas,
        availableReplicas: replicas,
      };
      const condition = { type: 'Available', status: 'True', reason: 'MinimumReplicasAvailable' };
      const status = { observedGeneration: 1, ...counts, conditions: [condition] };
      const patch = ['--subresource=status', '--type=merge', '-p', JSON.stringify({ status })];
      await run('kubectl', 'patch', 'deployment', deployment, '-n', home, ...patch);
      await until(async () => (await phase()) === 'Succeeded', waited);
    },
    async uninstall() {
      await run('kubectl', 'delete', 'subscription,csv', '--all', '-n', home);
      await until(async () => !('metadata' in (await object('deployment', deployment))), waited);
      await run('kubectl', 'delete', 'catalogsource,operatorgroup', '--all', '-n', home);
      await run('kubectl', 'delete', '-f', join(folder, 'beside-the-bundle.yaml'));
      await olm.stop();
      await run('kubectl', 'delete', 'clusterrole', ...derivedRoles, '--ignore-not-found');
    },
  };
}

/** OLM derives them from the definition, and leaves them or not: that depends on what it hears first. */
const derivedRoles = ['admin', 'crdview', 'edit', 'view'].map(
  (of) => `hyperconvergeds.hco.kubevirt.io-v1beta1-${of}`,
);

function subscriptionTo(address: string) {
  const metadata = { name: 'archipelago', namespace: home };
  return [
    {
      apiVersion: 'operators.coreos.com/v1',
      kind: 'OperatorGroup',
      metadata,
      spec: { targetNamespaces: [home] },
    },
    { ...version('CatalogSource'), metadata, spec: { sourceType: 'grpc', address } },
    {
      ...version('Subscription'),
      metadata,
      spec: { name: 'archipelago', channel: 'preview', source: 'archipelago', sourceNamespace: home },
    },
  ];
}
