import { type JsonObject, type KubernetesObject, textAt } from '@archipelago/apimachinery';
import { bootableArchitectures } from '../../../api/architectures.ts';
import type { MachineWorld } from './machine-kinds.ts';

/** What a disk was made from, as far as it can be told. */
export interface BootSource {
  /** `namespace/name` of the DataSource, or the address of the image. */
  readonly asked: string;
  readonly architecture: string | undefined;
}

const label = 'template.kubevirt.io/architecture';

/** What the spec of a DataVolume in a namespace boots; undefined where it names neither a DataSource nor a registry. */
export function bootSourceOf(
  spec: JsonObject,
  namespace: string,
  world: MachineWorld,
): BootSource | undefined {
  const dataSource = namedDataSource(spec, namespace);
  if (dataSource !== undefined) {
    const found = world.get('DataSource', dataSource.name, dataSource.namespace);
    return { asked: `${dataSource.namespace}/${dataSource.name}`, architecture: labelled(found, world) };
  }
  const url = textAt(spec, 'source', 'registry', 'url');
  if (url === '') return undefined;
  return {
    asked: url,
    architecture: textAt(spec, 'source', 'registry', 'platform', 'architecture') || undefined,
  };
}

/** The DataSource that the spec of a DataVolume names. */
export function namedDataSource(spec: JsonObject, namespace: string) {
  const name = textAt(spec, 'sourceRef', 'name');
  if (textAt(spec, 'sourceRef', 'kind') !== 'DataSource' || name === '') return undefined;
  return { name, namespace: textAt(spec, 'sourceRef', 'namespace') || namespace };
}

/** By the label at the end of at most one pointer. */
function labelled(dataSource: KubernetesObject | undefined, world: MachineWorld): string | undefined {
  const next = textAt(dataSource, 'spec', 'source', 'dataSource', 'name');
  const end = next === '' ? dataSource : world.get('DataSource', next, dataSource?.metadata.namespace);
  const found = end?.metadata.labels?.[label];
  return found !== undefined && bootableArchitectures.includes(found) ? found : undefined;
}

/** The first whose architecture can be told. */
export function knownSource(sources: readonly (BootSource | undefined)[]): BootSource | undefined {
  const known = sources.filter((source) => source !== undefined);
  return known.find(({ architecture }) => architecture !== undefined) ?? known[0];
}

/** Why a machine never boots, in the words of `archipelago images doctor`; undefined where it does, or nobody knows. */
export function neverBoots(own: string, source: BootSource | undefined): string | undefined {
  if (source?.architecture === undefined || source.architecture === own) return undefined;
  return `is to run on ${own}, but its boot source ${source.asked} is for ${source.architecture}: it starts and never boots`;
}
