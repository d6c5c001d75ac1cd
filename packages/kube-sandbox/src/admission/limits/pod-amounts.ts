import { type JsonObject, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import { type Amounts, amountsOf, greatest, summed } from '../../resources/amounts.ts';

/** `requests` or `limits` of a container. */
export function containerAmounts(container: JsonObject, kind: 'requests' | 'limits'): Amounts {
  return amountsOf(objectAt(container, 'resources', kind));
}

/** What a pod has for itself instead of the sum of its containers. */
const ofPods: ReadonlySet<string> = new Set(['cpu', 'memory']);

/** Those of a whole pod: of all containers that run together, or of the greatest initialization where that is more. */
export function podAmounts(spec: JsonObject, kind: 'requests' | 'limits'): Amounts {
  const lasting = objectsAt(spec, 'containers').map((container) => containerAmounts(container, kind));
  const sidecars: Amounts[] = [];
  const phases = objectsAt(spec, 'initContainers').map((container) => {
    const own = containerAmounts(container, kind);
    if (textAt(container, 'restartPolicy') !== 'Always') return summed([own, ...sidecars]);
    sidecars.push(own);
    return summed(sidecars);
  });
  const total = greatest([summed([...lasting, ...sidecars]), ...phases]);
  const own = amountsOf(objectAt(spec, 'resources', kind));
  return new Map([...total, ...[...own].filter(([name]) => ofPods.has(name))]);
}
