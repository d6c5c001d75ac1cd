import {
  type AddressPolicy,
  isAddressRange,
  localNetworks,
  parseRegistry,
  printRefusal,
} from '@archipelago/oci-registry';
import type { RegistryAddressFlags } from '../flags/registry-address-flags.ts';
import { UsageError } from '../process/io.ts';

/**
 * Which addresses an operator reaches for images that others name: neither its own machine nor the cluster's inside, unless an
 * administrator allows a host by name. `networks` are those that the cluster tells of; they may become known later.
 */
export function registryAddresses(
  { registryAllowHost = [], registryRefusedNetworks = '' }: RegistryAddressFlags,
  networks: () => readonly string[],
): () => AddressPolicy {
  const allowedHosts = registryAllowHost.map(parseHost);
  const named = registryRefusedNetworks.split(',').map((range) => range.trim());
  const refused = [...localNetworks, ...named.filter((range) => range !== '').map(parseRange)];
  return () => ({ refused: [...refused, ...networks()], refusedWhenLed: [], allowedHosts });
}

function parseHost(text: string): string {
  const parsed = parseRegistry(text);
  if (parsed.kind === 'refused') throw new UsageError(`--registry-allow-host: ${printRefusal(parsed)}`);
  return parsed.value;
}

function parseRange(text: string): string {
  if (isAddressRange(text)) return text;
  throw new UsageError(
    `--registry-refused-networks ${JSON.stringify(text)}: must be ranges such as 10.0.0.0/8`,
  );
}
