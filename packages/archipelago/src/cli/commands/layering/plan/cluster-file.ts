import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
  objectAt,
} from '@archipelago/apimachinery';
import type { ObservedObjects } from '../../../../layering/build-plan/layering-plan.ts';
import { nodesWithImages } from '../../../../layering/build-plan/nodes-with-images.ts';
import { loadValues } from '../../../input/load-values.ts';
import { objectsIn } from '../../../input/objects-in.ts';
import { type Io, UsageError } from '../../../process/io.ts';

const nothing = { machineSets: [], jobs: [], pods: [], configMaps: [], secrets: {} } as const;
const howTo =
  'write what kubectl get nodes,machineconfigpools,machineconfigs,machineosconfigs,machineosbuilds -o yaml prints';

/** A cluster's objects from a file, instead of a cluster: as kubectl prints them. */
interface ClusterFile {
  readonly configs: readonly KubernetesObject[];
  readonly observed: ObservedObjects;
}

/** Reads such a file; what has no objects is a mistake of use. */
export async function readClusterFile(file: string, io: Io): Promise<ClusterFile> {
  const given = (await loadValues(file, io)).flatMap(objectsIn);
  if (given.length === 0) throw new UsageError(`${file}: has no objects; ${howTo}`);
  const objects = given.map((item, index) => objectOf(item, `${file}: object ${index + 1}`));
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

function objectOf(item: JsonObject, where: string): KubernetesObject {
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
