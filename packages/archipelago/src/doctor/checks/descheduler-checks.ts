import { type JsonObject, numberAt, objectAt, textAt, textsAt, valueAt } from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import { machinesOf } from '../cluster/machine-view.ts';
import type { Check, Found, Outcome } from '../model/check.ts';

/** The descheduler, which moves what runs. */
export const deschedulerChecks: readonly Check[] = [
  {
    code: 'VD710',
    title: 'The descheduler knows virtual machines',
    severity: 'critical',
    confidence: 'certain',
    needs: ['deschedulers', 'virtualMachines'],
    message: 'The profiles {profiles} of the descheduler evict virtual machines without knowing them.',
    impact: 'Virtual machines are migrated again and again.',
    fix: 'use the profile KubeVirtRelieveAndMigrate',
    falsePositives: 'a descheduler that leaves out the namespaces of all virtual machines is not told of',
    find: deschedulerKnows,
  },
  {
    code: 'VD711',
    title: 'The descheduler can do what it is for',
    severity: 'info',
    confidence: 'certain',
    needs: ['deschedulers', 'hyperConvergeds', 'configPools', 'renderedConfigs'],
    after: ['VD710'],
    message: 'Descheduling by load lacks {lack}.',
    impact: 'Virtual machines stay on nodes that are too full.',
    fix: 'set spec.mode: Automatic, once its log shows what you want',
    falsePositives: 'Predictive that was chosen to look first',
    find: deschedulerActs,
  },
];

const aware = ['KubeVirtRelieveAndMigrate', 'DevKubeVirtRelieveAndMigrate'];

function deschedulerKnows(cluster: ClusterView): Outcome {
  const machines = machinesOf(cluster);
  if (machines.length === 0) return { skipped: 'there are no virtual machines' };
  return cluster.objects('deschedulers').flatMap((one) => {
    const excluded = textsAt(one, 'spec', 'profileCustomizations', 'namespaces', 'excluded');
    if (machines.every(({ namespace }) => excluded.includes(namespace))) return [];
    const profiles = textsAt(one, 'spec', 'profiles');
    const isBackground =
      valueAt(one, 'spec', 'profileCustomizations', 'devEnableEvictionsInBackground') === true;
    const isLong = profiles.includes('LongLifecycle');
    if (profiles.some((profile) => aware.includes(profile)) || (isLong && isBackground)) return [];
    const isActing = textAt(one, 'spec', 'mode') === 'Automatic';
    const severity = isLong || !isActing ? 'warning' : 'critical';
    const [namespace, name] = [textAt(one, 'metadata', 'namespace'), textAt(one, 'metadata', 'name')];
    return [{ object: { kind: 'KubeDescheduler', namespace, name }, severity, params: { profiles } }];
  });
}

function deschedulerActs(cluster: ClusterView): Outcome {
  const acting = cluster
    .objects('deschedulers')
    .filter((one) => textsAt(one, 'spec', 'profiles').some((profile) => aware.includes(profile)));
  if (acting.length === 0) return { skipped: 'it does not go by load' };
  const found = acting.flatMap((one) => [
    ...predictive(one),
    ...limits(one, cluster),
    ...pressure(one, cluster),
  ]);
  const isBlind = workerPools(cluster).some((pool) => argumentsOf(cluster, pool) === undefined);
  return found.length === 0 && isBlind ? { unknown: 'kernel arguments of pools were not read' } : found;
}

function about(one: JsonObject) {
  const [namespace, name] = [textAt(one, 'metadata', 'namespace'), textAt(one, 'metadata', 'name')];
  return { kind: 'KubeDescheduler', namespace, name };
}

/** Predictive unless written. */
function predictive(one: JsonObject): readonly Found[] {
  if (textAt(one, 'spec', 'mode') === 'Automatic') return [];
  return [
    {
      object: about(one),
      params: { mode: 'Predictive', lack: 'mode Automatic: it only tells what it would do' },
    },
  ];
}

/** Evictions that migrations cannot follow. */
function limits(one: JsonObject, { hyperConverged }: ClusterView): readonly Found[] {
  const migration = objectAt(hyperConverged.value('migration'));
  const allowed = {
    total: numberAt(migration, 'parallelMigrationsPerCluster') ?? 5,
    node: numberAt(migration, 'parallelOutboundMigrationsPerNode') ?? 1,
  };
  return (['total', 'node'] as const).flatMap((limit): readonly Found[] => {
    const written = numberAt(one, 'spec', 'evictionLimits', limit);
    if (written === undefined || written <= allowed[limit]) return [];
    const lack = `room for ${written} evictions (evictionLimits.${limit}): ${allowed[limit]} migrations run at a time`;
    const fix = `set spec.evictionLimits.${limit} to ${allowed[limit]}`;
    return [{ object: about(one), params: { limit, lack }, fix }];
  });
}

function workerPools(cluster: ClusterView): readonly JsonObject[] {
  return cluster.objects('configPools').filter((pool) => textAt(pool, 'metadata', 'name') !== 'master');
}

/** Undefined: its rendered configuration was not read. */
function argumentsOf(cluster: ClusterView, pool: JsonObject): readonly string[] | undefined {
  const name = textAt(pool, 'status', 'configuration', 'name');
  const config = cluster.objects('renderedConfigs').find((one) => textAt(one, 'metadata', 'name') === name);
  return config === undefined ? undefined : textsAt(config, 'spec', 'kernelArguments');
}

/** Pressure of nodes is measured by the kernel, when it is told to. */
function pressure(one: JsonObject, cluster: ClusterView): readonly Found[] {
  const pools = workerPools(cluster)
    .filter((pool) => argumentsOf(cluster, pool)?.includes('psi=1') === false)
    .map((pool) => textAt(pool, 'metadata', 'name'))
    .sort();
  if (pools.length === 0) return [];
  const fix = 'give these pools a MachineConfig with kernelArguments: [psi=1]; their nodes restart';
  const params = {
    pools,
    lack: `the kernel argument psi=1 on the pools ${pools.join(', ')}`,
  };
  return [{ object: about(one), severity: 'warning', params, fix }];
}
