import {
  type Credential,
  type CredentialEntry,
  findCredential,
  parseImageReference,
  pullSources,
  type RegistryRule,
} from '@archipelago/oci-registry';

/** By `host/repository`, what is needed to pull images from there or from their mirrors. What is no image needs nothing. */
export function loginsFor(
  images: readonly string[],
  credentials: readonly CredentialEntry[],
  rules: readonly RegistryRule[],
): ReadonlyMap<string, Credential> {
  const found = new Map<string, Credential>();
  for (const image of images) {
    const parsed = parseImageReference(image);
    if (parsed.kind === 'refused') continue;
    for (const { reference } of pullSources(parsed.value, rules)) {
      const credential = findCredential(credentials, reference);
      if (credential !== undefined) found.set(`${reference.registry}/${reference.repository}`, credential);
    }
  }
  return found;
}
