import type { JsonObject } from '@archipelago/apimachinery';
import type { ClusterFacts } from '../../cluster-facts/cluster-facts.ts';
import { annotationsOf } from '../../config/annotations-of.ts';
import { type Desired, renderCluster } from '../../config/render-cluster.ts';
import { ownerOf, specOf, statusIn } from '../../operator/hyper-converged.ts';
import { UsageError } from '../process/io.ts';
import type { LiveCluster } from './live-cluster.ts';

/** What the HyperConverged of a cluster comes to. */
export interface DesiredNow {
  readonly object: JsonObject;
  readonly spec: JsonObject;
  readonly status: JsonObject;
  readonly desired: Desired;
}

/** Renders the HyperConverged of the cluster as the operator does; none is a mistake of use. */
export function desiredNow(cluster: LiveCluster): DesiredNow {
  const { hyperConverged, namespace, facts } = cluster;
  if (hyperConverged === undefined)
    throw new UsageError(
      `there is no HyperConverged in ${namespace}; create one, or choose with --namespace`,
    );
  return desiredOf(hyperConverged, facts, namespace);
}

/** Renders a HyperConverged for a cluster. */
export function desiredOf(object: JsonObject, cluster: ClusterFacts, namespace: string): DesiredNow {
  const spec = specOf(object);
  return {
    object,
    spec,
    status: statusIn(object),
    desired: renderCluster({
      configuration: { written: spec, spec, annotations: annotationsOf(object) },
      cluster,
      owner: ownerOf(object, namespace),
      checks: () => undefined,
    }),
  };
}
