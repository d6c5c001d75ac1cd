import { isConditionTrue, type JsonObject, textAt } from '@archipelago/apimachinery';
import type { ClusterView } from './cluster-view.ts';
import { millisecondsAt } from './moments.ts';

/** A pod of virt-handler, one on each workload node. */
interface HandlerPod {
  readonly node: string;
  readonly isReady: boolean;
  /** Made so lately that nothing is expected of it yet. */
  readonly isYoung: boolean;
  readonly object: JsonObject;
}

const fiveMinutes = 5 * 60_000;

/** Undefined: they were not read. */
export function handlerPodsOf(cluster: ClusterView): readonly HandlerPod[] | undefined {
  return cluster
    .given('handlerPods')
    ?.filter((pod) => textAt(pod, 'metadata', 'labels', 'kubevirt.io') === 'virt-handler')
    .map((object) => {
      const made = millisecondsAt(textAt(object, 'metadata', 'creationTimestamp'), cluster.now);
      return {
        node: textAt(object, 'spec', 'nodeName'),
        isReady: isConditionTrue(object, 'Ready'),
        isYoung: made !== undefined && cluster.now - made < fiveMinutes,
        object,
      };
    });
}
