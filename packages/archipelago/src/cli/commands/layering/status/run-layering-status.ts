import type { KubernetesObject } from '@archipelago/apimachinery';
import type { ConfigView } from '../../../../layering/view/config-view.ts';
import type { Answer } from '../../../answers/answer.ts';
import { type AnswerFlags, answered } from '../../../answers/answered.ts';
import { labelChoice } from '../../../answers/label-choice.ts';
import type { LayeringClusterOptions } from '../../../flags/layering-cluster-flags.ts';
import type { Io } from '../../../process/io.ts';
import { findBuildsNamespace } from '../cluster/find-builds-namespace.ts';
import { chosenConfigs, type LayeringCluster, withLayeringCluster } from '../cluster/layering-cluster.ts';
import { resourceNameOf } from '../cluster/resource-name-of.ts';
import { tellLeftovers } from '../cluster/tell-leftovers.ts';
import { printOverview } from './print-overview.ts';
import { printStatus } from './print-status.ts';
import { viewConfigs } from './view-configs.ts';

export interface StatusOptions extends LayeringClusterOptions, Omit<AnswerFlags, 'snapshot'> {
  readonly selector?: string;
}

/** Prints how configs stand, all or those that are named: 0 where images are there and nodes have them, 1 where anything is not so. */
export async function runLayeringStatus(
  names: readonly string[],
  options: StatusOptions,
  given: Io,
): Promise<number> {
  return answered(options, given, (io) =>
    withLayeringCluster(options, async (cluster) => {
      const configs = labelled(cluster, { names, selector: options.selector });
      const namespace = await findBuildsNamespace(cluster, options);
      const now = Date.now();
      const views = await viewConfigs(cluster, configs, { namespace, now });
      await tellLeftovers(cluster, namespace, io);
      return answerAbout(views, now, names.length > 0);
    }),
  );
}

function labelled(
  cluster: LayeringCluster,
  choice: Parameters<typeof labelChoice>[0],
): readonly KubernetesObject[] {
  const isMeant = labelChoice(choice);
  return chosenConfigs(cluster, choice.names).filter(({ metadata }) => isMeant(metadata.labels ?? {}));
}

/** What `layering status` tells programs. */
export interface LayeringReport {
  readonly configs: readonly ConfigView[];
}

function answerAbout(views: readonly ConfigView[], now: number, isNamed: boolean): Answer {
  const report: LayeringReport = { configs: views };
  return {
    data: report,
    print: (isWide) =>
      isWide || isNamed || views.length === 0 ? printStatus(views, now) : printOverview(views, now),
    names: views.map(resourceNameOf),
    code: views.every(({ state }) => state === 'fine') ? 0 : 1,
  };
}
