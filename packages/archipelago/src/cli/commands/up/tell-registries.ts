import type { KubernetesClient } from '@archipelago/kube-client';
import type { RegistryRule } from '@archipelago/oci-registry';
import { namespaceKind, registriesAnnotation } from '../../registries/cluster-registries.ts';

/** Writes on the operator's namespace how to reach the simulated registry, for `plan`, `layering plan` and `images`. */
export async function tellRegistries(
  client: KubernetesClient,
  namespace: string,
  rules: readonly RegistryRule[],
): Promise<void> {
  const annotations = { [registriesAnnotation]: rules.map(printed).join('\n') };
  const body = { metadata: { annotations } };
  const told = await client.patch(namespaceKind, { name: namespace }, { type: 'merge', body });
  if (!told.ok) throw new Error(`Namespace ${namespace}: ${told.status.message}`);
}

function printed({ prefix, location = prefix, insecure }: RegistryRule): string {
  return `[[registry]]\nprefix = "${prefix}"\nlocation = "${location}"\ninsecure = ${insecure}\n`;
}
