import {
  type JsonObject,
  type KubernetesObject,
  numberAt,
  objectAt,
  objectsAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { selectorOf } from '../plan/claim-dependents.ts';
import { intOrPercent } from '../plan/int-or-percent.ts';
import { controllerOf } from '../plan/owner-reference.ts';
import { type Planned, soonest, type WorkloadWorld } from '../plan/planned.ts';
import { isActive, isReady } from '../plan/pod-state.ts';
import { isWorkloadKind } from '../plan/workload-kinds.ts';
import { timedCondition, writeStatus } from '../plan/write-status.ts';

/** So long a pod that is to be disrupted may be there and count as gone, in milliseconds. */
const patienceMs = 120_000;

/** What the disruption controller does: it counts how many pods of a budget may go now. */
export function planDisruptionBudget(budget: KubernetesObject, world: WorkloadWorld): Planned {
  const selector = valueAt(budget, 'spec', 'selector');
  const matches = isEmpty(selector) ? () => true : selectorOf(selector, budget.kind);
  const pods = world.list('Pod', budget.metadata.namespace).filter((pod) => isActive(pod) && matches(pod));
  const disrupted = stillDisrupted(budget, pods, world.now);
  const { expected, desired } = wantedOf(budget, pods, world);
  const healthy = pods.filter((pod) => isReady(pod) && !Object.hasOwn(disrupted, pod.metadata.name)).length;
  const allowed = expected > 0 ? Math.max(0, healthy - desired) : 0;
  const isAllowed = allowed > 0;
  const told = {
    type: 'DisruptionAllowed',
    status: isAllowed ? ('True' as const) : ('False' as const),
    reason: isAllowed ? 'SufficientPods' : 'InsufficientPods',
    message: '',
    observedGeneration: budget.metadata.generation,
  };
  const others = objectsAt(budget, 'status', 'conditions').filter(({ type }) => type !== told.type);
  const status = {
    observedGeneration: budget.metadata.generation,
    disruptedPods: Object.keys(disrupted).length === 0 ? undefined : disrupted,
    disruptionsAllowed: allowed,
    currentHealthy: healthy,
    desiredHealthy: desired,
    expectedPods: expected,
    conditions: [...others, timedCondition(budget, told, world.now)],
  };
  const waits = Object.values(disrupted).map((time) => timeOf(time) + patienceMs - world.now);
  return { writes: writeStatus('PodDisruptionBudget', budget, status), afterMs: soonest(...waits) };
}

function isEmpty(selector: unknown): boolean {
  return typeof selector === 'object' && selector !== null && Object.keys(selector).length === 0;
}

function timeOf(value: unknown): number {
  return Date.parse(textAt({ value }, 'value'));
}

function stillDisrupted(
  budget: KubernetesObject,
  pods: readonly KubernetesObject[],
  now: number,
): JsonObject {
  const there = new Set(pods.map(({ metadata }) => metadata.name));
  const told = Object.entries(objectAt(budget, 'status', 'disruptedPods'));
  return Object.fromEntries(
    told.filter(([name, time]) => there.has(name) && timeOf(time) + patienceMs > now),
  );
}

function wantedOf(budget: KubernetesObject, pods: readonly KubernetesObject[], world: WorkloadWorld) {
  const least = valueAt(budget, 'spec', 'minAvailable');
  const most = valueAt(budget, 'spec', 'maxUnavailable');
  if (most !== undefined) {
    const expected = sizeOfOwners(pods, world);
    return { expected, desired: Math.max(0, expected - intOrPercent(most, expected)) };
  }
  if (typeof least === 'number') return { expected: pods.length, desired: least };
  const expected = sizeOfOwners(pods, world);
  return { expected, desired: intOrPercent(least, expected) };
}

/** How many pods their owners want; a pod whose owner tells no number counts for itself. */
function sizeOfOwners(pods: readonly KubernetesObject[], world: WorkloadWorld): number {
  const sizes = new Map<string, number>();
  for (const pod of pods) {
    const owner = scaledOwner(pod, world);
    sizes.set(
      owner?.metadata.uid ?? pod.metadata.name,
      owner === undefined ? 1 : (numberAt(owner, 'spec', 'replicas') ?? 1),
    );
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

function scaledOwner(object: KubernetesObject, world: WorkloadWorld): KubernetesObject | undefined {
  const reference = controllerOf(object);
  if (reference === undefined || !isWorkloadKind(reference.kind)) return undefined;
  const owner = world.get(reference.kind, reference.name, object.metadata.namespace);
  if (owner === undefined || numberAt(owner, 'spec', 'replicas') === undefined) return undefined;
  return scaledOwner(owner, world) ?? owner;
}
