import type { Desired } from '../../../config/desire.ts';
import { answersInStatus } from '../../../golden-images/answers-in-status.ts';
import type { ObservedObjects } from '../../../golden-images/boot-sources/observed-boot-sources.ts';
import { observeBootSources } from '../../cluster/boot-sources-of.ts';
import { desiredOf, storedIn } from '../../cluster/desired-now.ts';
import type { LiveCluster } from '../../cluster/live-cluster.ts';

/** What there is to say about the golden images of a cluster, read once. */
export interface SeenImages {
  /** With what registries told the operator. */
  readonly desired: Desired;
  readonly observed: ObservedObjects;
}

/** Reads what golden images are wanted and what has become of them. Throws a UsageError where there is no HyperConverged. */
export async function seeImages(cluster: LiveCluster): Promise<SeenImages> {
  const stored = storedIn(cluster);
  const answers = answersInStatus(desiredOf(stored, cluster.inputs));
  return {
    desired: desiredOf(stored, { ...cluster.inputs, answers }),
    observed: await observeBootSources(cluster),
  };
}
