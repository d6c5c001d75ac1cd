import type { LayeringClusterOptions } from '../../../flags/layering-cluster-flags.ts';
import type { Io } from '../../../process/io.ts';
import { type Output, printData } from '../../../text/print-data.ts';
import { findBuildsNamespace } from '../cluster/find-builds-namespace.ts';
import { chosenConfigs, withLayeringCluster } from '../cluster/layering-cluster.ts';
import { tellLeftovers } from '../cluster/tell-leftovers.ts';
import { printStatus } from './print-status.ts';
import { viewConfigs } from './view-configs.ts';

export interface StatusOptions extends LayeringClusterOptions {
  readonly output?: Output;
}

/** Prints how each config stands: 0 where images are there and nodes have them, 1 where anything is not so. */
export async function runLayeringStatus(
  name: string | undefined,
  options: StatusOptions,
  io: Io,
): Promise<number> {
  return withLayeringCluster(options, async (cluster) => {
    const configs = chosenConfigs(cluster, name);
    const namespace = await findBuildsNamespace(cluster, options);
    const now = Date.now();
    const views = await viewConfigs(cluster, configs, { namespace, now });
    await tellLeftovers(cluster, namespace, io);
    io.out(
      options.output === undefined ? printStatus(views, now) : printData({ configs: views }, options.output),
    );
    return views.every(({ state }) => state === 'fine') ? 0 : 1;
  });
}
