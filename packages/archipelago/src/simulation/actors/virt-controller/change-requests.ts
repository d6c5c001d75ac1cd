import { type JsonObject, type KubernetesObject, objectsAt } from '@archipelago/apimachinery';

/** What a VirtualMachine was asked to do, by virt-api, and has not done yet: stop the instance of a uid, then start one. */
export function changeRequests(
  machine: KubernetesObject,
  instance: KubernetesObject | undefined,
): readonly JsonObject[] {
  const all = objectsAt(machine, 'status', 'stateChangeRequests');
  const first = all.findIndex((request) => !isDone(request, instance));
  return first === -1 ? [] : all.slice(first);
}

function isDone({ action, uid }: JsonObject, instance: KubernetesObject | undefined): boolean {
  return action === 'Stop' ? instance === undefined || instance.metadata.uid !== uid : instance !== undefined;
}
