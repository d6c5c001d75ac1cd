import { type AddressPolicy, createRegistryClient } from '@archipelago/oci-registry';
import { type GoldenImageChoices, importerModes } from '../../../operator/options/golden-image-choices.ts';
import type { RegistryFlags } from '../../flags/registry-flags.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { proxyOf } from '../../registries/proxy-of.ts';
import { registryWays } from '../../registries/registry-ways.ts';

/** The flags about golden images and their registries, as commander gives them. */
export interface RegistryOptions extends RegistryFlags {
  readonly goldenImages?: string;
}

/** Reads the files that the flags name. */
export async function goldenImageChoices(
  options: RegistryOptions,
  addresses: () => AddressPolicy,
  io: Io,
): Promise<GoldenImageChoices> {
  const { goldenImages = 'auto' } = options;
  const importer = importerModes.find((mode) => mode === goldenImages);
  if (importer === undefined)
    throw new UsageError(`--golden-images ${goldenImages}: must be one of ${importerModes.join(', ')}`);
  const ways = await registryWays(options, io);
  const registry = createRegistryClient({ proxy: proxyOf(process.env), addresses });
  return { importer, registry, ...ways };
}
