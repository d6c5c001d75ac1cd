import {
  canonicalJson,
  type JsonObject,
  type KubernetesObject,
  objectAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { chooseMachines } from './choose-machines.ts';
import type { Machine } from './machine.ts';
import { keys } from './machine-config-keys.ts';
import { poolStatus } from './pool-status.ts';
import { type Rendering, renderConfig } from './render-config.ts';

/** What the controller of pools writes. */
export type PoolWrite =
  | { readonly do: 'create'; readonly machineConfig: KubernetesObject }
  | { readonly do: 'configure'; readonly pool: string; readonly configuration: JsonObject }
  | { readonly do: 'tell'; readonly pool: string; readonly status: JsonObject }
  /** A node is told what to have. */
  | { readonly do: 'target'; readonly node: string; readonly annotations: JsonObject };

interface PoolWorld {
  readonly pool: KubernetesObject;
  readonly machineConfigs: readonly KubernetesObject[];
  /** Of the pool. */
  readonly machines: readonly Machine[];
  /** RFC 3339. */
  readonly now: string;
}

/** The next step of a pool: its rendered MachineConfig, who gets it next, and its status. Nothing where all is said and done. */
export function poolWrites({ pool, machineConfigs, machines, now }: PoolWorld): readonly PoolWrite[] {
  const { name } = pool.metadata;
  const rendering = renderConfig(pool, machineConfigs);
  const status = poolStatus({ pool, machines, rendering, now });
  const target = textAt(pool, 'spec', 'configuration', 'name');
  const isKnown = machineConfigs.some(({ metadata }) => metadata.name === target);
  const chosen = isKnown ? chooseMachines(pool, machines, target) : [];
  return [
    ...configuring(pool, rendering, machineConfigs),
    ...chosen.map((machine): PoolWrite => {
      return { do: 'target', node: machine.name, annotations: { [keys.desiredConfig]: target } };
    }),
    ...(isTold(pool, status) ? [] : [{ do: 'tell', pool: name, status } as const]),
  ];
}

function configuring(
  pool: KubernetesObject,
  rendering: Rendering,
  machineConfigs: readonly KubernetesObject[],
): readonly PoolWrite[] {
  if (!rendering.ok) return [];
  const { rendered, source } = rendering;
  const { apiVersion } = pool;
  const configuration = {
    apiVersion,
    kind: 'MachineConfig',
    name: rendered.metadata.name,
    source: source.map((name) => ({ apiVersion, kind: 'MachineConfig', name })),
  };
  const isThere = machineConfigs.some(({ metadata }) => metadata.name === rendered.metadata.name);
  const live = objectAt(valueAt(pool, 'spec', 'configuration'));
  const isSaid = canonicalJson(live) === canonicalJson(configuration);
  return [
    ...(isThere ? [] : [{ do: 'create', machineConfig: rendered } as const]),
    ...(isSaid ? [] : [{ do: 'configure', pool: pool.metadata.name, configuration } as const]),
  ];
}

function isTold(pool: KubernetesObject, status: JsonObject): boolean {
  return canonicalJson({ ...objectAt(pool.status), ...status }) === canonicalJson(objectAt(pool.status));
}
