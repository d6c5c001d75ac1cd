import { conditionOf, numberAt, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import { takes } from '../cluster/node-view.ts';
import { classReference, isHostPath } from '../cluster/storage-class-view.ts';
import type { Check, Found, Outcome } from '../model/check.ts';

const legacy = 'kubevirt.io/hostpath-provisioner';

/** The HostPathProvisioner and what depends on it. */
export const hostPathChecks: readonly Check[] = [
  {
    code: 'VD401',
    title: 'The HostPathProvisioner runs where virtual machines do',
    severity: 'critical',
    confidence: 'certain',
    needs: ['hostPathProvisioners', 'nodes'],
    after: ['VD201', 'VD202'],
    message: 'Virtual machines may run on {missing}, where the HostPathProvisioner makes no volume.',
    impact: 'Virtual machines with such disks do not start there.',
    fix: 'give the HostPathProvisioner the placement of the workloads: spec.workload',
    falsePositives: 'no class uses it: told as information',
    find: runsByMachines,
  },
  {
    code: 'VD402',
    title: 'Classes name storage pools that exist',
    severity: 'critical',
    confidence: 'certain',
    needs: ['hostPathProvisioners', 'storageClasses'],
    message: 'Class {class} uses the pool {pool}, which the HostPathProvisioner does not have.',
    impact: 'Disks of the class wait.',
    fix: 'make a class whose parameter storagePool is one of: {pools}; or add the pool',
    falsePositives: 'none',
    find: poolsExist,
  },
  {
    code: 'VD403',
    title: 'The legacy provisioner is not used',
    severity: 'warning',
    confidence: 'certain',
    needs: ['hostPathProvisioners', 'storageClasses'],
    message: 'The legacy provisioner is used by {by}: it is deprecated, and knows no snapshots.',
    impact: 'A later release takes it away.',
    fix: 'write spec.storagePools, and make a class of kubevirt.io.hostpath-provisioner',
    falsePositives: 'a migration that is under way',
    find: noLegacy,
  },
  {
    code: 'VD404',
    title: 'Classes of the HostPathProvisioner bind late',
    severity: 'warning',
    confidence: 'certain',
    needs: ['storageClasses'],
    message:
      'Class {class} binds at once: volumes are made before it is known where the virtual machine runs.',
    impact: 'Virtual machines are bound to a node that may not suit them.',
    fix: 'make a class with volumeBindingMode: WaitForFirstConsumer; it cannot be changed',
    falsePositives: 'clusters of one node are left out',
    find: bindsLate,
  },
  {
    code: 'VD405',
    title: 'Storage pools are ready',
    severity: 'warning',
    confidence: 'certain',
    needs: ['hostPathProvisioners'],
    message: 'Pool {pool} is ready on {ready} of {desired} nodes ({phase}).',
    impact: 'On the others disks wait.',
    fix: 'look at the claims and pods of the pool',
    falsePositives: 'nodes that joined a moment ago',
    find: poolsAreReady,
  },
];

function provisioner(cluster: ClusterView) {
  return cluster.objects('hostPathProvisioners')[0];
}

function itself(cluster: ClusterView) {
  return { kind: 'HostPathProvisioner', name: textAt(provisioner(cluster), 'metadata', 'name') };
}

function runsByMachines(cluster: ClusterView): Outcome {
  if (cluster.isRefused('hyperConvergeds'))
    return { unknown: 'the placement of the workloads may not be seen' };
  const placement = objectAt(provisioner(cluster), 'spec', 'workload');
  const isThere = (node: (typeof cluster.nodes)[number]) => takes(placement, node);
  const missing = cluster.workloadNodes.filter((node) => !isThere(node)).map(({ name }) => name);
  if (missing.length === 0) return [];
  const isUsed = cluster.given('storageClasses') === undefined || cluster.storageClasses.some(isHostPath);
  const isNowhere = missing.length === cluster.workloadNodes.length;
  const severity = !isUsed ? 'info' : isNowhere ? 'critical' : 'warning';
  return [{ object: itself(cluster), severity, params: { missing: missing.sort() } }];
}

function poolsExist(cluster: ClusterView): Outcome {
  const pools = objectsAt(provisioner(cluster), 'spec', 'storagePools').map((pool) => textAt(pool, 'name'));
  return cluster.storageClasses
    .filter((one) => one.provisioner === 'kubevirt.io.hostpath-provisioner')
    .flatMap((one): readonly Found[] => {
      const pool = one.parameter('storagePool');
      if (pool === '' ? pools.length === 0 : pools.includes(pool)) return [];
      return [{ object: classReference(one), params: { class: one.name, pool, pools } }];
    });
}

function noLegacy(cluster: ClusterView): Outcome {
  const isConfigured = Object.keys(objectAt(provisioner(cluster), 'spec', 'pathConfig')).length > 0;
  const by = cluster.storageClasses.filter((one) => one.provisioner === legacy).map(({ name }) => name);
  if (!isConfigured && by.length === 0) return [];
  return [{ object: itself(cluster), params: { by: [...(isConfigured ? ['spec.pathConfig'] : []), ...by] } }];
}

function bindsLate(cluster: ClusterView): Outcome {
  if (cluster.given('nodes')?.length === 1) return { skipped: 'the cluster has one node' };
  return cluster.storageClasses
    .filter((one) => isHostPath(one) && one.bindsImmediately)
    .map((one) => ({ object: classReference(one), params: { class: one.name } }));
}

function poolsAreReady(cluster: ClusterView): Outcome {
  const object = provisioner(cluster);
  return objectsAt(object, 'status', 'storagePoolStatuses').flatMap((status): readonly Found[] => {
    const desired = numberAt(status, 'desiredReady') ?? 0;
    const ready = numberAt(status, 'currentReady') ?? 0;
    const phase = textAt(status, 'phase');
    if (phase === 'Ready' && ready >= desired) return [];
    const severity = conditionOf(object, 'Available')?.status === 'False' ? 'critical' : 'warning';
    return [
      { object: itself(cluster), severity, params: { pool: textAt(status, 'name'), ready, desired, phase } },
    ];
  });
}
