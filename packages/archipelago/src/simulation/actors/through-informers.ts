import {
  type Informer,
  type KubernetesClient,
  mirroredWriter,
  type Resource,
} from '@archipelago/kube-client';

/** An informer, and what it follows. */
type Followed = readonly [Resource, Pick<Informer<unknown>, 'writeThrough'>];

/**
 * A client whose writes show in the informers at once. An actor that looks again before its watch has told what it wrote
 * would decide by what was before: it would do things twice, or miss what it has just made.
 */
export function throughInformers(client: KubernetesClient, followed: readonly Followed[]): KubernetesClient {
  const byName = new Map(followed.map(([resource, informer]) => [nameOf(resource), informer]));
  return mirroredWriter(client, {
    writeThrough: (resource) => byName.get(nameOf(resource))?.writeThrough ?? ((_, send) => send()),
  });
}

function nameOf({ group, plural }: Resource): string {
  return `${group}/${plural}`;
}
