import { type KubernetesObject, objectAt } from '@archipelago/apimachinery';
import { amount, type Demand } from './pod-demand.ts';

/** Sums of many small parts come out a little above. */
const tolerance = 1 + 1e-9;

/** How much of each node is taken; grows while pods, or machines, are placed one after the other. */
export class NodeRoom {
  readonly #taken = new Map<string, Map<string, number>>();
  readonly #placed = new Map<string, number>();

  /** How many have been placed, by node. */
  get load(): ReadonlyMap<string, number> {
    return this.#placed;
  }

  /** Room for one more. */
  take(node: string, demand: Demand): void {
    this.reserve(node, demand);
    this.#placed.set(node, (this.#placed.get(node) ?? 0) + 1);
  }

  /** Room for something that does not count among what is placed. */
  reserve(node: string, demand: Demand): void {
    const taken = this.#taken.get(node) ?? new Map<string, number>();
    for (const [name, count] of Object.entries(demand)) taken.set(name, (taken.get(name) ?? 0) + count);
    this.#taken.set(node, taken);
  }

  /** What a node has too little of, in the scheduler's words; what a node does not tell of, it has enough of. */
  shortages(node: KubernetesObject, demand: Demand): readonly string[] {
    const offered = offerOf(node);
    const taken = this.#taken.get(node.metadata.name);
    return Object.entries(demand)
      .filter(
        ([name, wanted]) =>
          (taken?.get(name) ?? 0) + wanted > (offered.get(name) ?? Number.POSITIVE_INFINITY),
      )
      .map(([name]) => (name === 'pods' ? 'Too many pods' : `Insufficient ${name}`));
  }
}

const known = new WeakMap<KubernetesObject, ReadonlyMap<string, number>>();

function offerOf(node: KubernetesObject): ReadonlyMap<string, number> {
  const before = known.get(node);
  if (before !== undefined) return before;
  const allocatable = Object.entries(objectAt(node, 'status', 'allocatable'));
  const offer = new Map(allocatable.map(([name, value]) => [name, amount(value) * tolerance]));
  known.set(node, offer);
  return offer;
}
