import { textAt } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { parseRegistriesConf, type RegistryRule } from '@archipelago/oci-registry';

/** On the operator's namespace: how the registries of an embedded cluster are reached, in the format of registries.conf. */
export const registriesAnnotation = 'sandbox.archipelago.dev/registries-conf';

export const namespaceKind = {
  group: '',
  version: 'v1',
  plural: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
};

/**
 * What an embedded cluster says of its registry, so that commands reach it without flags. Only registries and mirrors on this machine
 * count: no cluster may say of others that they need no certificate, or where they are.
 */
export async function clusterRegistries(
  client: Pick<KubernetesClient, 'get'>,
  namespace: string,
): Promise<readonly RegistryRule[]> {
  const found = await client.get(namespaceKind, { name: namespace });
  const text = found.ok ? textAt(found.value, 'metadata', 'annotations', registriesAnnotation) : '';
  if (text === '') return [];
  const parsed = parseRegistriesConf(text);
  return parsed.kind === 'refused' ? [] : parsed.value.filter(isOfThisMachine);
}

function isOfThisMachine({ prefix, location, mirrors, insecure, blockedFor }: RegistryRule): boolean {
  return (
    blockedFor.length === 0 &&
    (!insecure || isLocal(prefix)) &&
    (location === undefined || location === prefix || isLocal(location)) &&
    mirrors.every(({ location }) => isLocal(location))
  );
}

function isLocal(place: string): boolean {
  return /^(127\.0\.0\.1|localhost):\d{1,5}(\/|$)/.test(place);
}
