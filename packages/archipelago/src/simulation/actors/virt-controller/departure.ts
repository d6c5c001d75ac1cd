import { isConditionTrue, type KubernetesObject, objectsAt, textAt } from '@archipelago/apimachinery';
import { isEvicted, type Launchers } from './launcher-pods.ts';
import type { MachineWorld } from './machine-kinds.ts';

/** What is to become of a machine that runs. */
type Departure = 'stays' | 'moves' | 'ends';

interface DepartureFacts {
  readonly world: MachineWorld;
  readonly kubeVirt: KubernetesObject;
  readonly launchers: Launchers;
}

const usualTaint = 'kubevirt.io/drain';

/** A machine moves, or ends, when its pod is evicted or its node has the taint by which KubeVirt is told to empty it. */
export function departureOf(instance: KubernetesObject, facts: DepartureFacts): Departure {
  const isAsked = isEvicted(instance, facts.launchers);
  if (!isAsked && !isOnDrainedNode(instance, facts)) return 'stays';
  switch (strategyOf(instance, facts.kubeVirt)) {
    case 'LiveMigrate':
      return 'moves';
    case 'LiveMigrateIfPossible':
      return isConditionTrue(instance, 'LiveMigratable') ? 'moves' : ended(isAsked);
    case 'External':
      return 'stays';
    default:
      return ended(isAsked);
  }
}

/** A taint ends nothing; an eviction does. */
function ended(isAsked: boolean): Departure {
  return isAsked ? 'ends' : 'stays';
}

function strategyOf(instance: KubernetesObject, kubeVirt: KubernetesObject): string {
  return (
    textAt(instance, 'spec', 'evictionStrategy') ||
    textAt(kubeVirt, 'spec', 'configuration', 'evictionStrategy')
  );
}

function isOnDrainedNode(instance: KubernetesObject, { world, kubeVirt }: DepartureFacts): boolean {
  const node = world.get('Node', textAt(instance, 'status', 'nodeName'));
  const written = textAt(kubeVirt, 'spec', 'configuration', 'migrations', 'nodeDrainTaintKey');
  return objectsAt(node, 'spec', 'taints').some(({ key }) => key === (written || usualTaint));
}
