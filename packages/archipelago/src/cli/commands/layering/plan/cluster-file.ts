import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
  objectAt,
} from '@archipelago/apimachinery';
import type { ObservedObjects } from '../../../../layering/build-plan/layering-plan.ts';
import { nodesWithImages } from '../../../../layering/build-plan/nodes-with-images.ts';
import { type Io, UsageError } from '../../../process/io.ts';
import { readManifest } from './read-manifest.ts';

const nothing = { machineSets: [], jobs: [], pods: [], configMaps: [], secrets: {} } as const;
const howTo =
  'write what kubectl get nodes,machineconfigpools,machineconfigs,machineosconfigs,machineosbuilds -o yaml prints';

/** A cluster's objects from a file, instead of a cluster: a List, as kubectl prints it. */
interface ClusterFile {
  readonly configs: readonly KubernetesObject[];
  readonly observed: ObservedObjects;
}

/** Reads such a file; what is no list of objects is a mistake of use. */
export async function readClusterFile(file: string, io: Io): Promise<ClusterFile> {
  const { items } = await readManifest(file, io);
  if (!Array.isArray(items)) throw new UsageError(`${file}: has no list of items; ${howTo}`);
  const objects = items.map((item: JsonValue, index) => objectOf(item, `${file}: items[${index}]`));
  const of = (kind: string) => objects.filter((object) => object.kind === kind);
  return {
    configs: of('MachineOSConfig'),
    observed: {
      ...nothing,
      nodes: nodesWithImages(of('Node'), of('MachineConfig')),
      pools: of('MachineConfigPool'),
      machineConfigs: of('MachineConfig'),
      machineSets: of('MachineSet'),
      builds: of('MachineOSBuild'),
    },
  };
}

function objectOf(item: JsonValue, where: string): KubernetesObject {
  if (!isJsonObject(item)) throw new UsageError(`${where}: is no object; ${howTo}`);
  const { apiVersion, kind, metadata } = item;
  const { name, ...rest }: JsonObject = objectAt(metadata);
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || typeof name !== 'string')
    throw new UsageError(`${where}: lacks apiVersion, kind or metadata.name; ${howTo}`);
  return { ...item, apiVersion, kind, metadata: { ...textsOf(rest), name } };
}

/** Members that are read as texts by text are left out where they are something else. */
function textsOf(metadata: JsonObject): Omit<KubernetesObject['metadata'], 'name'> {
  const { labels, annotations, uid, resourceVersion, creationTimestamp, generation } = metadata;
  return {
    labels: textMap(labels),
    annotations: textMap(annotations),
    ...(typeof uid === 'string' ? { uid } : {}),
    ...(typeof resourceVersion === 'string' ? { resourceVersion } : {}),
    ...(typeof creationTimestamp === 'string' ? { creationTimestamp } : {}),
    ...(typeof generation === 'number' ? { generation } : {}),
  };
}

function textMap(value: JsonValue | undefined): Readonly<Record<string, string>> {
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
