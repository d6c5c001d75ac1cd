import { togetherIn } from './service-version.ts';
import { type Former, placeName, type TakeoverStep } from './takeover-step.ts';

/** How objects were before a takeover: what its file says. */
export interface WayBack {
  readonly namespace: string;
  /** Of the HyperConverged, by which the cluster is known again; empty: there was none. */
  readonly uid: string;
  /** In the order in which they were changed. */
  readonly objects: readonly Former[];
}

/** A way back that also takes these steps back: what an earlier run changed, and this one does not, stays in it. */
export function withSteps(wayBack: WayBack, steps: readonly TakeoverStep[]): WayBack {
  const objects = new Map(wayBack.objects.map((each) => [placeName(each), each]));
  for (const { former } of steps) {
    if (former === undefined) continue;
    const earlier = objects.get(placeName(former));
    objects.set(placeName(former), earlier === undefined ? former : both(earlier, former));
  }
  return { ...wayBack, objects: [...objects.values()] };
}

function both(earlier: Former, later: Former): Former {
  const isVersion = earlier.kind === 'ClusterServiceVersion' && later.kind === 'ClusterServiceVersion';
  return isVersion && earlier.uid === later.uid ? togetherIn(earlier, later) : later;
}
