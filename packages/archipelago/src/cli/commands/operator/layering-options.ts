import { type AddressPolicy, createRegistrySession, nodeHttpTransport } from '@archipelago/oci-registry';
import {
  jobsAccount,
  type LayeringChoices,
  usualBuildsNamespace,
} from '../../../operator/options/layering-choices.ts';
import { parseJobs, parseStoreLimit } from '../../flags/layering-limits.ts';
import { parseNamespace } from '../../flags/parse-namespace.ts';
import type { RegistryFlags } from '../../flags/registry-flags.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { proxyOf } from '../../registries/proxy-of.ts';
import { registryWays } from '../../registries/registry-ways.ts';
import type { TracedTransport } from './registry-options.ts';

/** The flags about layering, as commander gives them. */
export interface LayeringOptions {
  readonly layeringBuilder?: string;
  readonly layeringImage?: string;
  readonly layeringNamespace?: string;
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
  traced: TracedTransport = (transport) => transport,
): Promise<LayeringChoices | undefined> {
  const {
    layeringBuilder: builderImage,
    layeringImage: ownImage,
    layeringRollout: rollout = false,
  } = options;
  const jobs = jobChoices(options);
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
  const session = createRegistrySession({ transport: traced(nodeHttpTransport({ proxy, addresses })) });
  return {
    builderImage,
    ownImage,
    ...jobs,
    rollout,
    session,
    proxy,
    ...ways,
  };
}

/** Where jobs run and how; what cannot be read is refused also where nothing is built. */
function jobChoices(options: LayeringOptions) {
  const { layeringNamespace = usualBuildsNamespace, layeringProxySecret: proxySecret } = options;
  return {
    namespace: parseNamespace('--layering-namespace', layeringNamespace),
    serviceAccount: jobsAccount,
    clusterJobs: parseJobs(options.layeringJobs),
    storeLimit: parseStoreLimit(options.layeringStoreLimit),
    ...(proxySecret === undefined ? {} : { proxySecret }),
  };
}
