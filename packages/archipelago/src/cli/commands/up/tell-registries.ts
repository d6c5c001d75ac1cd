import type { KubernetesClient } from '@archipelago/kube-client';
import type { RegistryRule } from '@archipelago/oci-registry';
import { namespaceKind, registriesAnnotation } from '../../registries/cluster-registries.ts';

/** Writes on the operator's namespace how to reach the simulated registry, for `plan`, `layering plan` and `images`. */
export async function tellRegistries(
  client: KubernetesClient,
  namespace: string,
  { host, rules }: { readonly host: string; readonly rules: readonly RegistryRule[] },
): Promise<void> {
  const own = `[[registry]]\nlocation = "${host}"\ninsecure = true\n`;
  const annotations = { [registriesAnnotation]: [own, ...rules.map(mirrored)].join('\n') };
  const body = { metadata: { annotations } };
  const told = await client.patch(namespaceKind, { name: namespace }, { type: 'merge', body });
  if (!told.ok) throw new Error(`Namespace ${namespace}: ${told.status.message}`);
}

function mirrored({ prefix, mirrors }: RegistryRule): string {
  const places = mirrors.map(
    ({ location }) => `[[registry.mirror]]\nlocation = "${location}"\ninsecure = true\n`,
  );
  return [`[[registry]]\nprefix = "${prefix}"\nlocation = "${prefix}"\n`, ...places].join('');
}
