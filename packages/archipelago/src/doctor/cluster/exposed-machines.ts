import { type JsonObject, objectAt, textAt } from '@archipelago/apimachinery';
import { groupedBy } from '../../api/grouped-by.ts';
import type { ClusterView } from './cluster-view.ts';
import { type MachineView, machinesOf } from './machine-view.ts';

/** A Service with the virtual machines that it selects. */
export interface Exposed {
  readonly service: JsonObject;
  readonly namespace: string;
  readonly name: string;
  readonly machines: readonly MachineView[];
}

/** Services of type LoadBalancer that select virtual machines. */
export function exposed(cluster: ClusterView): readonly Exposed[] {
  const byLabel = machinesByLabel(cluster);
  return cluster
    .objects('services')
    .filter((service) => textAt(service, 'spec', 'type') === 'LoadBalancer')
    .map((service) => {
      const namespace = textAt(service, 'metadata', 'namespace');
      const name = textAt(service, 'metadata', 'name');
      const [first, ...others] = Object.entries(objectAt(service, 'spec', 'selector'));
      const candidates = first === undefined ? [] : (byLabel.get(placeOf(namespace, first)) ?? []);
      const machines = candidates.filter(({ labels }) =>
        others.every(([key, value]) => labels[key] === value),
      );
      return { service, namespace, name, machines };
    })
    .filter((one) => one.machines.length > 0);
}

/** Thousands of Services and machines are not compared each with each. */
function machinesByLabel(cluster: ClusterView): ReadonlyMap<string, readonly MachineView[]> {
  const labelled = machinesOf(cluster).flatMap((machine) =>
    Object.entries(machine.labels).map((label) => ({ machine, place: placeOf(machine.namespace, label) })),
  );
  const groups = groupedBy(labelled, ({ place }) => place);
  return new Map([...groups].map(([place, all]) => [place, all.map(({ machine }) => machine)]));
}

function placeOf(namespace: string, [key, value]: readonly [string, unknown]): string {
  return `${namespace} ${key}=${String(value)}`;
}
