import { conditionOf, isConditionTrue, type KubernetesObject, textAt } from '@archipelago/apimachinery';

/** Whether a pod has run to its end, well or not. */
export function isEnded(pod: KubernetesObject): boolean {
  return ['Succeeded', 'Failed'].includes(textAt(pod, 'status', 'phase'));
}

/** Whether somebody has asked for its end. */
export function isLeaving({ metadata }: KubernetesObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** Whether a pod counts for the controller that made it. */
export function isActive(pod: KubernetesObject): boolean {
  return !isEnded(pod) && !isLeaving(pod);
}

export function isReady(pod: KubernetesObject): boolean {
  return isConditionTrue(pod, 'Ready');
}

/** How long until a pod that is ready is available, in milliseconds: 0 when it is, Infinity while it is not ready. */
export function availableIn(pod: KubernetesObject, minReadySeconds: number, now: number): number {
  if (!isReady(pod)) return Number.POSITIVE_INFINITY;
  const since = Date.parse(textAt(conditionOf(pod, 'Ready'), 'lastTransitionTime'));
  return minReadySeconds === 0 || Number.isNaN(since) ? 0 : Math.max(0, since + minReadySeconds * 1000 - now);
}

/** How long an object has been there, as what can be compared. */
export function ageOf({ metadata }: KubernetesObject): string {
  return `${metadata.creationTimestamp ?? ''} ${metadata.name}`;
}

export function nodeOf(pod: KubernetesObject): string {
  return textAt(pod, 'spec', 'nodeName');
}
