import { type AddressPolicy, createRegistrySession } from '@archipelago/oci-registry';
import {
  jobsAccount,
  type LayeringChoices,
  usualClusterJobs,
  usualStoreLimit,
} from '../../../operator/options/layering-choices.ts';
import type { RegistryFlags } from '../../flags/registry-flags.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { proxyOf } from '../../registries/proxy-of.ts';
import { registryWays } from '../../registries/registry-ways.ts';

/** The flags about layering, as commander gives them. */
export interface LayeringOptions {
  readonly layeringBuilder?: string;
  readonly layeringImage?: string;
  readonly layeringJobs?: string;
  readonly layeringProxySecret?: string;
  readonly layeringStoreLimit?: string;
  readonly layeringRollout?: boolean;
}

/** What the flags ask for; undefined: no layering. */
export async function layeringChoices(
  options: LayeringOptions & RegistryFlags,
  addresses: () => AddressPolicy,
  io: Io,
): Promise<LayeringChoices | undefined> {
  const {
    layeringBuilder: builderImage,
    layeringImage: ownImage,
    layeringRollout: rollout = false,
  } = options;
  const clusterJobs = parseJobs(options.layeringJobs);
  if (builderImage === undefined || builderImage === '') {
    if (builderImage === undefined && ownImage === undefined && !rollout) return undefined;
    throw new UsageError('--layering-builder: must name an image with buildah; layering needs it');
  }
  if (ownImage === undefined || ownImage === '')
    throw new UsageError(
      '--layering-image: must name an image of archipelago; jobs assemble and report with it',
    );
  const ways = await registryWays(options, io);
  const proxy = proxyOf(process.env);
  const session = createRegistrySession({ proxy, addresses });
  return {
    builderImage,
    ownImage,
    serviceAccount: jobsAccount,
    clusterJobs,
    storeLimit: parseLimit(options.layeringStoreLimit),
    ...(options.layeringProxySecret === undefined ? {} : { proxySecret: options.layeringProxySecret }),
    rollout,
    session,
    proxy,
    ...ways,
  };
}

function parseLimit(text = usualStoreLimit): string {
  if (/^[1-9]\d{0,15}([KMGTP]i?)?$/.test(text)) return text;
  throw new UsageError(`--layering-store-limit ${text}: must be a number of bytes such as 100Gi`);
}

const mostJobs = 10_000;

function parseJobs(text = String(usualClusterJobs)): number {
  const jobs = Number(text);
  if (/^\d+$/.test(text) && jobs >= 1 && jobs <= mostJobs) return jobs;
  throw new UsageError(`--layering-jobs ${text}: must be a whole number from 1 to ${mostJobs}`);
}
