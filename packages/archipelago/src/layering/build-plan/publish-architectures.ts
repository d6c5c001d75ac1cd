import { type KubernetesObject, objectAt, objectsAt } from '@archipelago/apimachinery';
import { machineConfigGroup, names } from '../api/layering-names.ts';
import type { ChosenBuild } from './choose-build.ts';
import { type WantedCondition, withCondition } from './conditions.ts';
import { configObject, topologyOf } from './config-status.ts';
import { ownerOf } from './owner-of.ts';
import type { PlanContext } from './plan-context.ts';
import type { PoolState } from './pool-state.ts';

/** Tells jobs and whoever else asks: in a ConfigMap. */
export function publishArchitectures(context: PlanContext, pool: PoolState): void {
  const { draft, reading } = context;
  const { data, because } = toPublish(context, pool);
  const wanted = architecturesObject(context, data);
  const live = reading.configMap(wanted.metadata.name);
  if (live === undefined) draft.create(wanted, because);
  else draft.patch(live, { data }, because);
}

/** Tells of it on the pool: annotations, and its condition where the kinds are ours. Pools are another's; a write may be refused. */
export function publishToPool(context: PlanContext, pool: PoolState, chosen: ChosenBuild): void {
  if (pool.pool === undefined) return;
  const { data, because } = toPublish(context, pool);
  const annotations = { [names.architectures]: data.architectures, [names.topology]: data.topology };
  context.draft.patch(pool.pool, { metadata: { annotations } }, because);
  if (context.config.group === machineConfigGroup) poolCondition(context, pool.pool, chosen);
}

function toPublish({ config }: PlanContext, pool: PoolState) {
  const architectures = pool.detection.architectures.map(({ name }) => name).join(',');
  const because = `${config.name} is for ${architectures === '' ? 'no architecture' : architectures}`;
  return { data: { architectures, topology: topologyOf(pool) }, because };
}

function architecturesObject(context: PlanContext, data: Readonly<Record<string, string>>): KubernetesObject {
  const { config, reading } = context;
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: `architectures-${config.name}`,
      namespace: reading.deployment.namespace,
      labels: { [names.component]: 'architectures' },
      annotations: { [names.configName]: config.name },
      ownerReferences: ownerOf(configObject(context)),
    },
    data,
  };
}

function poolCondition({ draft }: PlanContext, pool: KubernetesObject, chosen: ChosenBuild): void {
  if (chosen.kind === 'none' || chosen.kind === 'create') return;
  const wanted = buildCondition(chosen);
  const conditions = withCondition(objectsAt(pool, 'status', 'conditions'), wanted, () => draft.stamp());
  const live: unknown = pool.status;
  draft.status(pool, { ...objectAt(live), conditions }, `${wanted.message}: ${wanted.reason}`);
}

function buildCondition(chosen: Extract<ChosenBuild, { build: unknown }>): WantedCondition {
  const type = 'ImageBuildDegraded';
  const { name, status } = chosen.build;
  switch (chosen.kind) {
    case 'stopped':
      return { type, status: 'True', reason: 'BuildFailed', message: `${name}: ${status.message ?? ''}` };
    case 'settled':
      return { type, status: 'False', reason: 'BuildSuccess', message: name };
    case 'continue':
      return { type, status: 'False', reason: 'Building', message: name };
  }
}
