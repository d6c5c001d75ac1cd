import { isJsonObject } from '../../api/json-value.ts';
import type { KubernetesObject } from '../../api/kubernetes-object.ts';
import { machineConfigGroup, names } from '../api/layering-names.ts';
import type { ChosenBuild } from './choose-build.ts';
import { type WantedCondition, withCondition } from './conditions.ts';
import { configObject, topologyOf } from './config-status.ts';
import { ownerOf } from './owner-of.ts';
import type { PlanContext } from './plan-context.ts';
import { timeText } from './plan-draft.ts';
import type { PoolState } from './pool-state.ts';
import { objectsAt } from './read-member.ts';

/** Tells who asks: an annotation on the pool, a ConfigMap for jobs, the pool's condition where the kinds are ours. */
export function publishArchitectures(context: PlanContext, pool: PoolState, chosen: ChosenBuild): void {
  const { draft, input, config } = context;
  const architectures = pool.detection.architectures.map(({ name }) => name).join(',');
  const data = { architectures, topology: topologyOf(pool) };
  const wanted = architecturesObject(context, data);
  const live = input.observed.configMaps.find(({ metadata }) => metadata.name === wanted.metadata.name);
  const because = `${config.name} is for ${architectures === '' ? 'no architecture' : architectures}`;
  if (live === undefined) draft.create(wanted, because);
  else draft.patch(live, { data }, because);
  if (pool.pool === undefined) return;
  const annotations = { [names.architectures]: architectures, [names.topology]: data.topology };
  draft.patch(pool.pool, { metadata: { annotations } }, because);
  if (config.group === machineConfigGroup) poolCondition(context, pool.pool, chosen);
}

function architecturesObject(context: PlanContext, data: Readonly<Record<string, string>>): KubernetesObject {
  const { config, input } = context;
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: `architectures-${config.name}`,
      namespace: input.deployment.namespace,
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
  const conditions = withCondition(objectsAt(pool, 'status', 'conditions'), wanted, timeText(draft.now));
  const live: unknown = pool.status;
  draft.status(
    pool,
    { ...(isJsonObject(live) ? live : {}), conditions },
    `${wanted.message}: ${wanted.reason}`,
  );
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
