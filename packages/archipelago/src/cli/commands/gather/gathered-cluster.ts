import { type JsonObject, textAt } from '@archipelago/apimachinery';
import type { KubernetesClient, Resource, Transport } from '@archipelago/kube-client';
import { operands } from '../../../config/operands.ts';
import { bootSourceKinds } from '../../../operator/golden-images/boot-source-kinds.ts';
import { layeringKinds } from '../../../operator/layering/layering-kinds.ts';
import { definitions, hyperConvergeds } from '../../../operator/mirror/cluster-resources.ts';
import type { Snapshot } from '../../../snapshot/snapshot.ts';

/** What is asked, and where in it our things are. */
export interface GatheredCluster {
  readonly client: KubernetesClient;
  /** For logs. */
  readonly transport: Transport;
  readonly snapshot: Snapshot;
  /** Of the operator. */
  readonly namespace: string;
  /** Of the operator, golden images and builds. */
  readonly namespaces: readonly string[];
}

const namespaceKinds = [bootSourceKinds.dataImportCrons, layeringKinds.jobs];
const askedAgain = [hyperConvergeds, ...operands, definitions, ...namespaceKinds];

const usualNamespace = 'kubevirt-hyperconverged';
const mostNamespaces = 10;

/** What a snapshot has of a kind. */
export function objectsIn(
  snapshot: Snapshot,
  { group, plural }: Pick<Resource, 'group' | 'plural'>,
): readonly JsonObject[] {
  return snapshot.parts.flatMap(({ resource, reading }) =>
    resource.group === group && resource.plural === plural && reading.state === 'read' ? reading.objects : [],
  );
}

/** Only what is asked for again: the rest is in the folder, and takes memory. */
export function withoutOthers(snapshot: Snapshot): Snapshot {
  const parts = snapshot.parts.map((part): Snapshot['parts'][number] => {
    const isAsked = askedAgain.some(
      ({ group, plural }) => group === part.resource.group && plural === part.resource.plural,
    );
    if (isAsked || part.reading.state !== 'read') return part;
    return { ...part, reading: { ...part.reading, objects: [] } };
  });
  return { ...snapshot, parts };
}

/** Where the operator is, as it was chosen or as the snapshot tells it. */
export function operatorNamespace(snapshot: Snapshot, chosen: string | undefined): string {
  const [first = usualNamespace] = namespacesOf(objectsIn(snapshot, hyperConvergeds));
  return chosen ?? first;
}

/** Where events are of interest. */
export function ownNamespaces(snapshot: Snapshot, operator: string): readonly string[] {
  const found = namespaceKinds.flatMap((kind) => namespacesOf(objectsIn(snapshot, kind)));
  return [...new Set([operator, ...found])].slice(0, mostNamespaces);
}

function namespacesOf(objects: readonly JsonObject[]): readonly string[] {
  return objects.map((object) => textAt(object, 'metadata', 'namespace')).filter((name) => name !== '');
}
