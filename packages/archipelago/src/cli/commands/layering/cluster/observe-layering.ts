import type { KubernetesObject } from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import { names } from '../../../../layering/api/layering-names.ts';
import { groupOf } from '../../../../layering/api/parse-machine-os-config.ts';
import type { ObservedObjects } from '../../../../layering/build-plan/layering-plan.ts';
import { nodesWithImages } from '../../../../layering/build-plan/nodes-with-images.ts';
import { buildKinds, layeringKinds } from '../../../../operator/layering/layering-kinds.ts';
import type { LayeringCluster } from './layering-cluster.ts';

/** Everything that plans about a config look at, but secrets; by its apiVersion. */
type ObserveConfig = (config: Pick<KubernetesObject, 'apiVersion'>) => Promise<ObservedObjects>;

/** Reads each kind once, however many configs there are. */
export function observeLayering({ list }: Pick<LayeringCluster, 'list'>, namespace: string): ObserveConfig {
  const known = new Map<Resource, Promise<readonly KubernetesObject[]>>();
  const read = (kind: Resource, ofJobs = false) => {
    const reading =
      known.get(kind) ?? list(kind, ofJobs ? { namespace, labelSelector: names.component } : {});
    known.set(kind, reading);
    return reading;
  };
  return async ({ apiVersion }) => {
    const group = groupOf(apiVersion);
    if (group === undefined) throw new Error(`${apiVersion} is no group of a MachineOSConfig`);
    const { nodes, pools, machineConfigs, machineSets, jobs, pods, configMaps } = layeringKinds;
    const [a, b, c, d, e, f, g, h] = await Promise.all([
      read(nodes),
      read(pools),
      read(machineConfigs),
      read(machineSets),
      read(buildKinds[group]),
      read(jobs, true),
      read(pods, true),
      read(configMaps, true),
    ]);
    return {
      nodes: nodesWithImages(a, c),
      pools: b,
      machineConfigs: c,
      machineSets: d,
      builds: e,
      jobs: f,
      pods: g,
      configMaps: h,
      secrets: {},
    };
  };
}
