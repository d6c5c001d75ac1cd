import type { Resource } from '@archipelago/kube-client';
import { type LayeringGroup, machineConfigGroup } from '../../layering/api/layering-names.ts';
import { type Permission, reading, rule } from '../rights/permission.ts';
import { buildKinds, configKinds, layeringGroups, layeringKinds } from './layering-kinds.ts';

/** What the operator needs for layering. Secrets and jobs are those of the namespace of builds only. */
export function layeringPermissions(
  namespace: string,
  platform: 'kubernetes' | 'openshift',
  rollout: boolean,
): readonly Permission[] {
  const { namespaces, pools, machineConfigs, machineSets, jobs, pods, configMaps, secrets } = layeringKinds;
  const inside = (permission: Permission): Permission => ({ ...permission, namespace });
  const written = [...reading, 'create', 'patch', 'delete'];
  return [
    ...layeringGroups.flatMap((group) =>
      platform === 'openshift' && group === machineConfigGroup ? ofOthers(group) : ofGroup(group),
    ),
    inside(rule(jobs, written, 'builds and assembles images; another build takes a running job over')),
    inside(rule(configMaps, written, 'Containerfiles for jobs, and what jobs report')),
    inside(rule(pods, reading, 'where builds run, and why not')),
    inside(rule(secrets, ['get', ...reading], 'logins for registries, and whether they were renewed')),
    { ...rule(namespaces, reading, 'whether there is a place for builds'), names: [namespace] },
    rule(pools, [...reading, 'patch'], 'which nodes belong together; their architectures'),
    // elsewhere the Machine Config Operator tells how a pool is
    ...(platform === 'openshift'
      ? []
      : [statusOf(pools, 'tells of a pool whether its image could be built')]),
    rule(machineConfigs, reading, 'what is baked into images'),
    rule(machineSets, reading, 'architectures of machines that do not exist yet'),
    ...(rollout && platform !== 'openshift' ? rolloutPermissions() : []),
  ];
}

/** What it takes to bring images to nodes; RBAC has no narrower way to say so. */
function rolloutPermissions(): readonly Permission[] {
  const { nodes, pods } = layeringKinds;
  return [
    rule(nodes, ['get', 'patch'], 'cordons nodes, tells their agents what to do, and takes it back'),
    rule(pods, ['list'], 'which pods are on a node that is being drained'),
    {
      ...rule(pods, ['create'], 'lets them go where PodDisruptionBudgets allow it'),
      resource: `${pods.plural}/eviction`,
    },
  ];
}

function statusOf(kind: Resource, because: string): Permission {
  return { ...rule(kind, ['update'], because), resource: `${kind.plural}/status` };
}

/** Kinds that the Machine Config Operator brings are its own to act on. */
function ofOthers(group: LayeringGroup): readonly Permission[] {
  return [configKinds[group], buildKinds[group]].map((kind) =>
    rule(kind, reading, 'whether they are ours to act on'),
  );
}

function ofGroup(group: LayeringGroup): readonly Permission[] {
  const [config, build] = [configKinds[group], buildKinds[group]];
  const part = (kind: Resource, subresource: string, verbs: readonly string[], because: string) => ({
    ...rule(kind, verbs, because),
    resource: `${kind.plural}/${subresource}`,
  });
  return [
    rule(config, [...reading, 'patch'], 'images that are wanted; what was asked for is taken off again'),
    part(config, 'status', ['update'], 'tells what has become of it'),
    part(config, 'finalizers', ['update'], 'names it as owner of builds where owners are checked'),
    rule(build, [...reading, 'create', 'patch', 'delete'], 'one build of an image'),
    part(build, 'status', ['update'], 'tells how far it is'),
    part(build, 'finalizers', ['update'], 'names it as owner of jobs where owners are checked'),
  ];
}

/** What the pods of jobs may do. */
export function jobsPermissions(namespace: string): readonly Permission[] {
  return [
    {
      ...rule(layeringKinds.configMaps, ['get', 'create', 'patch'], 'reports what was made'),
      namespace,
    },
  ];
}
