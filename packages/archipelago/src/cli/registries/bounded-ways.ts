import type { ClusterOptions } from '../flags/cluster-flags.ts';
import type { Io } from '../process/io.ts';
import { type RegistryWays, registryWays } from './registry-ways.ts';

/** How registries are asked for images that a browser names: within what whoever asks can reach himself. */
export async function boundedWays({ login }: ClusterOptions, io: Io): Promise<RegistryWays> {
  return { ...(await registryWays({}, io)), addresses: login?.registries };
}
