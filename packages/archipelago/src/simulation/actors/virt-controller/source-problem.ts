import { conditionOf, type JsonObject, textAt, valueAt } from '@archipelago/apimachinery';
import { namedDataSource } from './boot-source.ts';
import type { MachineWorld } from './machine-kinds.ts';

/** Why a DataVolume has nothing to be filled from; undefined: it has, or needs nothing that the cluster has. */
export function sourceProblem(spec: JsonObject, namespace: string, world: MachineWorld): string | undefined {
  const dataSource = namedDataSource(spec, namespace);
  if (dataSource !== undefined) return dataSourceProblem(dataSource, world);
  const claim = textAt(spec, 'source', 'pvc', 'name');
  if (claim === '') return undefined;
  const place = textAt(spec, 'source', 'pvc', 'namespace') || namespace;
  return world.get('PersistentVolumeClaim', claim, place) === undefined
    ? `there is no PersistentVolumeClaim ${place}/${claim} (simulated)`
    : undefined;
}

function dataSourceProblem(
  { name, namespace }: { readonly name: string; readonly namespace: string },
  world: MachineWorld,
): string | undefined {
  const found = world.get('DataSource', name, namespace);
  if (found === undefined) return `there is no DataSource ${namespace}/${name} (simulated)`;
  if (valueAt(found, 'status', 'source') !== undefined) return undefined;
  const why = textAt(conditionOf(found, 'Ready'), 'message');
  return `DataSource ${namespace}/${name} has no image yet${why === '' ? '' : `: ${why}`} (simulated)`;
}
