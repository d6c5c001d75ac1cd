import {
  isConditionTrue,
  type JsonObject,
  type KubernetesObject,
  numberAt,
  objectsAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';

export interface FailingContainer {
  readonly pod: string;
  readonly container: string;
}

/** A job that is out of time fails while its pod still ends. */
export function failingIn(
  job: KubernetesObject,
  pods: readonly KubernetesObject[],
): FailingContainer | undefined {
  if (!isConditionTrue(job, 'Failed') && !isConditionTrue(job, 'FailureTarget')) return undefined;
  return pods.flatMap((pod) => lastWordsOf(pod) ?? []).at(-1);
}

/** The container that failed, or else the one that runs. */
function lastWordsOf(pod: KubernetesObject): FailingContainer | undefined {
  const all = containersOf(pod);
  const found = all.find(hasFailed) ?? all.find((one) => valueAt(one, 'state', 'running') !== undefined);
  const container = textAt(found, 'name');
  return container === '' ? undefined : { pod: pod.metadata.name, container };
}

/** In the order in which they run. */
export function containersOf(pod: KubernetesObject): readonly JsonObject[] {
  return [
    ...objectsAt(pod, 'status', 'initContainerStatuses'),
    ...objectsAt(pod, 'status', 'containerStatuses'),
  ];
}

export function hasFailed(container: JsonObject): boolean {
  return (numberAt(container, 'state', 'terminated', 'exitCode') ?? 0) !== 0;
}
