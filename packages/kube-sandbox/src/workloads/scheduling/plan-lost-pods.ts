import {
  conditionOf,
  type KubernetesObject,
  numberAt,
  objectsAt,
  textAt,
  tolerates,
} from '@archipelago/apimachinery';
import { type Planned, soonest, type WorkloadWorld } from '../plan/planned.ts';
import { isLeaving, nodeOf } from '../plan/pod-state.ts';
import { nodeTaints } from './node-taints.ts';

type NodeTaint = ReturnType<typeof nodeTaints>[number];

/** How long a pod may stay on its node, in milliseconds: 0 when it must go, undefined when nothing drives it away. */
function mayStayMs(pod: KubernetesObject, world: WorkloadWorld): number | undefined {
  const node = world.get('Node', nodeOf(pod));
  if (node === undefined) return 0;
  const tolerations = objectsAt(pod, 'spec', 'tolerations');
  const waits = nodeTaints(node)
    .filter(({ effect }) => effect === 'NoExecute')
    .map((taint) => {
      const standing = tolerations.filter((toleration) => tolerates(toleration, taint));
      if (standing.length === 0) return 0;
      const seconds = standing.map((each) => numberAt(each, 'tolerationSeconds') ?? Number.POSITIVE_INFINITY);
      return Math.max(0, sinceOf(taint, node, world.now) + Math.min(...seconds) * 1000 - world.now);
    });
  return waits.length === 0 ? undefined : Math.min(...waits);
}

/** A taint that says nothing of its time is as old as the node's readiness. */
function sinceOf({ timeAdded }: NodeTaint, node: KubernetesObject, now: number): number {
  const told = Date.parse(timeAdded || textAt(conditionOf(node, 'Ready'), 'lastTransitionTime'));
  return Number.isNaN(told) ? now : told;
}

/** How long a pod that never ran is left where it cannot, in milliseconds: whoever makes it anew would do so without pause. */
const neverRanMs = 40_000;

function collectedIn(pod: KubernetesObject, now: number): number {
  if (textAt(pod, 'status', 'startTime') !== '') return 0;
  const born = Date.parse(pod.metadata.creationTimestamp ?? '');
  return Number.isNaN(born) ? 0 : Math.max(0, born + neverRanMs - now);
}

/** What becomes of the pods of a node that is gone, or that they do not stand any longer: they go. */
export function planLostPod(pod: KubernetesObject, world: WorkloadWorld): Planned {
  if (nodeOf(pod) === '' || isLeaving(pod)) return { writes: [] };
  const stay = mayStayMs(pod, world);
  if (stay !== 0) return { writes: [], afterMs: soonest(stay) };
  const wait = collectedIn(pod, world.now);
  if (wait > 0) return { writes: [], afterMs: soonest(wait) };
  return { writes: [{ do: 'delete', kind: 'Pod', object: pod }] };
}
