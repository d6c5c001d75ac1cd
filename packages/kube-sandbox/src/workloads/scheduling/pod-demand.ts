import {
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
  objectAt,
  objectsAt,
  parseQuantity,
  textAt,
} from '@archipelago/apimachinery';

/** What something takes of a node, by the names that nodes give it: cores, bytes, devices, pods. */
export type Demand = Readonly<Record<string, number>>;

/** Specs are read again and again, and never change. */
const known = new WeakMap<JsonObject, Demand>();

/** What a pod asks of a node: the requests of its containers, or of the greatest initialization where that is more, and its overhead. */
export function podDemand(pod: KubernetesObject): Demand {
  const spec = objectAt(pod, 'spec');
  const demand = known.get(spec) ?? readDemand(spec);
  known.set(spec, demand);
  return demand;
}

function readDemand(spec: JsonObject): Demand {
  const isSidecar = (container: JsonObject) => textAt(container, 'restartPolicy') === 'Always';
  const before = objectsAt(spec, 'initContainers');
  const lasting = [...objectsAt(spec, 'containers'), ...before.filter(isSidecar)].map(requestsOf);
  const first = before.filter((one) => !isSidecar(one)).map(requestsOf);
  const sum = joined([...lasting, quantities(objectAt(spec, 'overhead'))], (a, b) => a + b);
  return { ...joined([sum, ...first], Math.max), pods: 1 };
}

function requestsOf(container: JsonObject): Demand {
  return quantities(objectAt(container, 'resources', 'requests'));
}

function quantities(values: JsonObject): Demand {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, amount(value)]));
}

function joined(demands: readonly Demand[], join: (one: number, other: number) => number): Demand {
  const all: Record<string, number> = {};
  for (const [name, count] of demands.flatMap((one) => Object.entries(one)))
    all[name] = join(all[name] ?? 0, count);
  return all;
}

/** A quantity as a number; 0 where it is none. */
export function amount(value: JsonValue | undefined): number {
  if (typeof value === 'number') return value;
  const parsed = parseQuantity(typeof value === 'string' ? value : '');
  if (!parsed.ok) return 0;
  const { unscaled, exponent } = parsed.quantity;
  return Number(unscaled) * 10 ** exponent;
}
