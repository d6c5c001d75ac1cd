import type { LayeringDeployment } from '../../layering/build-plan/layering-plan.ts';
import { jobsAccount, usualClusterJobs } from '../../operator/layering/layering-choices.ts';
import type { ClusterOptions } from '../cluster/live-cluster.ts';
import type { Io } from '../io.ts';
import { type Output, printData } from '../print-data.ts';
import { jobsNamespace } from './jobs-namespace.ts';
import { chosenConfigs, withLayeringCluster } from './layering-cluster.ts';
import { observeLayering } from './observe-layering.ts';
import { printStatus } from './print-status.ts';
import { viewConfig } from './view-config.ts';

export interface StatusOptions extends ClusterOptions {
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
    const namespace = await jobsNamespace(cluster, options.namespace);
    const observe = observeLayering(cluster, namespace);
    const now = Date.now();
    const deployment = looksOnly(namespace);
    const views = await Promise.all(
      configs.map(async (config) => viewConfig(config, { observed: await observe(config), deployment, now })),
    );
    io.out(
      options.output === undefined ? printStatus(views, now) : printData({ configs: views }, options.output),
    );
    return views.every(({ state }) => state === 'fine') ? 0 : 1;
  });
}

/** Commands start no jobs: what those would be made of does not matter to what is told. */
export function looksOnly(namespace: string): LayeringDeployment {
  return {
    namespace,
    builderImage: '',
    ownImage: '',
    serviceAccount: jobsAccount,
    clusterJobs: usualClusterJobs,
    registries: { caCertificates: undefined, registriesConf: undefined },
  };
}
