import { type JsonObject, objectsAt } from '@archipelago/apimachinery';

/** The statuses of all containers of a pod, those that initialize first. */
export function containerStatuses(pod: unknown): readonly JsonObject[] {
  return [
    ...objectsAt(pod, 'status', 'initContainerStatuses'),
    ...objectsAt(pod, 'status', 'containerStatuses'),
  ];
}
