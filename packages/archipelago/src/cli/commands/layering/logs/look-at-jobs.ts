import type { KubernetesObject } from '@archipelago/apimachinery';
import { type ObservedJob, readJobs } from '../../../../layering/build-plan/observed-job.ts';
import type { ConfigView } from '../../../../layering/view/config-view.ts';
import { type KeptLog, keptLogsIn } from '../../../../layering/view/kept-log.ts';
import { viewConfig } from '../../../../layering/view/view-config.ts';
import type { LayeringClusterOptions } from '../../../flags/layering-cluster-flags.ts';
import { findBuildsNamespace } from '../cluster/find-builds-namespace.ts';
import type { LayeringCluster } from '../cluster/layering-cluster.ts';
import { looksOnly } from '../cluster/looks-only.ts';
import { observeLayering } from '../cluster/observe-layering.ts';

/** Whose jobs are looked at. */
export interface LogsSource {
  readonly cluster: LayeringCluster;
  readonly config: KubernetesObject;
  readonly options: LayeringClusterOptions;
}

interface Jobs {
  readonly view: ConfigView;
  readonly jobs: readonly ObservedJob[];
  readonly pods: readonly KubernetesObject[];
  readonly kept: readonly KeptLog[];
}

/** A config with its jobs, their pods, and the logs that were kept. Where jobs run is known by the first of them: it is looked for each time. */
export async function lookAtJobs({ cluster, config, options }: LogsSource): Promise<Jobs> {
  const namespace = await findBuildsNamespace(cluster, options);
  const observed = await observeLayering(cluster, namespace)(config);
  const words = options.advice?.layering;
  const view = viewConfig(config, { observed, deployment: looksOnly(namespace), now: Date.now(), words });
  const { pods, configMaps } = observed;
  return { view, jobs: readJobs(observed.jobs, pods), pods, kept: keptLogsIn(configMaps) };
}
