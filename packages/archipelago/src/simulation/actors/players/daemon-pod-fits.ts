import {
  type JsonObject,
  type KubernetesObject,
  matchesPodPlacement,
  objectsAt,
  textAt,
  tolerates,
} from '@archipelago/apimachinery';

/** Whether a DaemonSet with this pod spec has a pod there: cordons and nodes that are not ready do not keep it off. */
export function daemonPodFits(podSpec: JsonObject, node: KubernetesObject): boolean {
  const { name, labels = {} } = node.metadata;
  return matchesPodPlacement(podSpec, { name, labels }) && toleratesAll(podSpec, node);
}

const repelling = ['NoSchedule', 'NoExecute'];

function toleratesAll(podSpec: JsonObject, node: KubernetesObject): boolean {
  const tolerations = objectsAt(podSpec, 'tolerations');
  return objectsAt(node, 'spec', 'taints')
    .map((taint) => ({
      key: textAt(taint, 'key'),
      value: textAt(taint, 'value'),
      effect: textAt(taint, 'effect'),
    }))
    .filter(({ key, effect }) => repelling.includes(effect) && !isOfNodeLifecycle(key))
    .every((taint) => tolerations.some((toleration) => tolerates(toleration, taint)));
}

/** Taints that say what the node's conditions and `spec.unschedulable` say, too. */
function isOfNodeLifecycle(key: string): boolean {
  return key.startsWith('node.kubernetes.io/');
}
