import { type KubernetesObject, textAt } from '@archipelago/apimachinery';
import { shortText } from '../build-plan/node-rollout.ts';

/** The pods of a node, as they were found when they were asked for. */
export interface NodePods {
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  readonly pods: readonly KubernetesObject[];
  /** Whether evictions were tried since. */
  readonly isUsed: boolean;
  /** Why the API server refused to evict one, by `namespace/name`. */
  readonly refusals: ReadonlyMap<string, string>;
}

/** What a drain still has to do. */
interface DrainWork {
  readonly toEvict: readonly KubernetesObject[];
  /** They are going. */
  readonly terminating: readonly KubernetesObject[];
  /** Nobody would make them again: somebody has to delete them. */
  readonly unmanaged: readonly KubernetesObject[];
}

const mirrorPod = 'kubernetes.io/config.mirror';

/** Pods of DaemonSets, static pods and finished pods stay; everything else has to go, by eviction. */
export function drainWorkOf(pods: readonly KubernetesObject[]): DrainWork {
  const moving = pods.filter((pod) => !stays(pod));
  const isGoing = ({ metadata }: KubernetesObject) => metadata.deletionTimestamp !== undefined;
  const open = moving.filter((pod) => !isGoing(pod));
  return {
    toEvict: open.filter((pod) => controllerOf(pod) !== undefined),
    terminating: moving.filter(isGoing),
    unmanaged: open.filter((pod) => controllerOf(pod) === undefined),
  };
}

function stays(pod: KubernetesObject): boolean {
  const { annotations = {} } = pod.metadata;
  const phase = textAt(pod, 'status', 'phase');
  return (
    annotations[mirrorPod] !== undefined ||
    controllerOf(pod)?.kind === 'DaemonSet' ||
    phase === 'Succeeded' ||
    phase === 'Failed'
  );
}

function controllerOf({ metadata }: KubernetesObject) {
  return metadata.ownerReferences?.find(({ controller }) => controller === true);
}

/** `namespace/name`. */
export function podKey({ metadata: { namespace = '', name } }: KubernetesObject): string {
  return `${namespace}/${name}`;
}

const mostNamed = 3;

/** What holds a drain up, for people; undefined: nothing but time. */
export function obstaclesOf({ pods, refusals }: NodePods): string | undefined {
  const { toEvict, unmanaged } = drainWorkOf(pods);
  const told = [
    ...unmanaged.map((pod) => `pod ${podKey(pod)} has no controller that would make it again; delete it`),
    ...toEvict.flatMap((pod) => {
      const why = refusals.get(podKey(pod));
      return why === undefined ? [] : [`pod ${podKey(pod)}: ${shortText(why)}`];
    }),
  ];
  if (told.length === 0) return undefined;
  const more = told.length > mostNamed ? `; and ${told.length - mostNamed} more` : '';
  return `${told.slice(0, mostNamed).join('; ')}${more}`;
}
