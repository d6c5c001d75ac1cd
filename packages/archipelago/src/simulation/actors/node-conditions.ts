import { type JsonObject, type KubernetesObject, objectsAt } from '@archipelago/apimachinery';

/** The conditions of a simulated node that takes pods, or whose machine is down; `now` is an RFC 3339 time. */
export function nodeConditions(node: KubernetesObject, isReady: boolean, now: string): readonly JsonObject[] {
  const ready = {
    type: 'Ready',
    status: isReady ? 'True' : 'False',
    reason: isReady ? 'KubeletReady' : 'KubeletNotReady',
    message: isReady ? 'simulated: no kubelet behind this node' : 'simulated: the machine boots',
    lastTransitionTime: now,
  };
  return [...objectsAt(node, 'status', 'conditions').filter(({ type }) => type !== 'Ready'), ready];
}
