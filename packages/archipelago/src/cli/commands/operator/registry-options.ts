import {
  type AddressPolicy,
  createRegistryClient,
  type HttpTransport,
  nodeHttpTransport,
} from '@archipelago/oci-registry';
import { type GoldenImageChoices, importerModes } from '../../../operator/options/golden-image-choices.ts';
import type { RegistryFlags } from '../../flags/registry-flags.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { proxyOf } from '../../registries/proxy-of.ts';
import { registryWays } from '../../registries/registry-ways.ts';

/** The flags about golden images and their registries, as commander gives them. */
export interface RegistryOptions extends RegistryFlags {
  readonly goldenImages?: string;
}

/** A transport whose requests are traced, where that is asked for. */
export type TracedTransport = (transport: HttpTransport) => HttpTransport;

/** Reads the files that the flags name. */
export async function goldenImageChoices(
  options: RegistryOptions,
  addresses: () => AddressPolicy,
  io: Io,
  traced: TracedTransport = (transport) => transport,
): Promise<GoldenImageChoices> {
  const { goldenImages = 'auto' } = options;
  const importer = importerModes.find((mode) => mode === goldenImages);
  if (importer === undefined)
    throw new UsageError(`--golden-images ${goldenImages}: must be one of ${importerModes.join(', ')}`);
  const ways = await registryWays(options, io);
  const transport = traced(nodeHttpTransport({ proxy: proxyOf(process.env), addresses }));
  const registry = createRegistryClient({ transport });
  return { importer, registry, ...ways };
}
