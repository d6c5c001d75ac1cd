import { isKubernetesObject, type JsonObject, type KubernetesObject } from '@archipelago/apimachinery';
import type { KubernetesClient, Resource } from '@archipelago/kube-client';

const alreadyExists = 409;

/**
 * Creates objects of an installation that are not there. With `renews` those that are there become as they are given, which a newer
 * release wants. Objects of kinds that are not named are left out.
 */
export async function installObjects(
  client: KubernetesClient,
  kinds: readonly Resource[],
  manifests: readonly (JsonObject | KubernetesObject)[],
  renews: boolean,
): Promise<void> {
  for (const manifest of manifests) {
    const resource = kinds.find(({ kind }) => kind === manifest.kind);
    if (resource === undefined || !isKubernetesObject(manifest)) continue;
    const created = await client.create(resource, manifest);
    if (created.ok) continue;
    const what = `${resource.kind} ${manifest.metadata.name}`;
    if (created.status.code !== alreadyExists) throw new Error(`${what}: ${created.status.message}`);
    if (!renews) continue;
    const patch = { type: 'apply', body: manifest, force: true } as const;
    const renewed = await client.patch(resource, manifest.metadata, patch);
    if (!renewed.ok) throw new Error(`${what}: ${renewed.status.message}`);
  }
}
