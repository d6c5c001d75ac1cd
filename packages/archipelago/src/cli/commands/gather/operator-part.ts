import { type JsonObject, type KubernetesObject, objectAt } from '@archipelago/apimachinery';
import { leases, type Resource } from '@archipelago/kube-client';
import { operands } from '../../../config/operands.ts';
import { layeringKinds } from '../../../operator/layering/layering-kinds.ts';
import { definitions, deployments, hyperConvergeds } from '../../../operator/mirror/cluster-resources.ts';
import { printYaml } from '../../text/print-yaml.ts';
import type { Gathered, GatheredFile } from './gather-part.ts';
import { type GatheredCluster, objectsIn } from './gathered-cluster.ts';
import { operatorPods } from './operator-pods.ts';
import { scrubObject } from './scrub-json.ts';

/** The objects of the operator, a file for each kind. Of what the snapshot has it is the same moment. */
export async function gatherOperator(cluster: GatheredCluster): Promise<Gathered> {
  const { snapshot } = cluster;
  const known = [hyperConvergeds, ...operands].map(
    (kind) => [kind.plural, objectsIn(snapshot, kind)] as const,
  );
  const versions = objectsIn(snapshot, definitions).map(versionsOf);
  const live = await Promise.all(
    [deployments, layeringKinds.pods, leases].map((kind) => listOwn(cluster, kind)),
  );
  const all = [
    ...known,
    ['definitions', versions] as const,
    ...live.map(({ name, objects }) => [name, objects] as const),
  ];
  return {
    files: all.flatMap(([name, objects]) => (objects.length === 0 ? [] : [yamlFile(name, objects)])),
    missing: live.flatMap(({ problem }) => problem ?? []),
  };
}

interface Own {
  readonly name: string;
  readonly objects: readonly JsonObject[];
  readonly problem?: string;
}

/** Of pods the operator's own: others in its namespace are not ours to show. */
async function listOwn({ client, namespace }: GatheredCluster, kind: Resource): Promise<Own> {
  const listed = await client.list(kind, { namespace });
  const name = kind.plural;
  if (!listed.ok)
    return {
      name,
      objects: [],
      problem: `${name} of ${namespace} could not be listed: ${listed.status.message}`,
    };
  const items: readonly KubernetesObject[] = listed.value.items;
  const own = kind === layeringKinds.pods ? operatorPods(items) : items;
  const plain: readonly unknown[] = own;
  return { name, objects: plain.map((each) => objectAt(each)) };
}

/** Of a definition which versions it has and had. */
function versionsOf({ apiVersion, kind, metadata, spec, status }: JsonObject): JsonObject {
  const { name, creationTimestamp, generation } = objectAt(metadata);
  const versions = objectsOf(objectAt(spec).versions).map((each) => {
    const { name: version, served, storage } = each;
    return { name: version, served, storage };
  });
  const { conditions, storedVersions } = objectAt(status);
  return {
    ...{ apiVersion, kind, metadata: { name, creationTimestamp, generation } },
    ...{ spec: { versions }, status: { conditions, storedVersions } },
  };
}

function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map((each: unknown) => objectAt(each)) : [];
}

function yamlFile(name: string, objects: readonly JsonObject[]): GatheredFile {
  const documents = objects.map((object) => printYaml(scrubObject(object)));
  return { path: `operator/${name}.yaml`, text: documents.join('---\n') };
}
