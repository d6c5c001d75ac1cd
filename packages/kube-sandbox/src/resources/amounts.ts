import {
  addQuantities,
  compareQuantities,
  type JsonObject,
  parseQuantity,
  type Quantity,
} from '@archipelago/apimachinery';

/** Quantities by the names of resources. */
export type Amounts = ReadonlyMap<string, Quantity>;

/** What of an object's members are quantities. */
export function amountsOf(members: JsonObject): Amounts {
  const amounts = new Map<string, Quantity>();
  for (const [name, value] of Object.entries(members)) {
    const parsed = parseQuantity(String(value));
    if (parsed.ok) amounts.set(name, parsed.quantity);
  }
  return amounts;
}

function joined(all: readonly Amounts[], join: (one: Quantity, other: Quantity) => Quantity): Amounts {
  const result = new Map<string, Quantity>();
  for (const [name, quantity] of all.flatMap((each) => [...each])) {
    const known = result.get(name);
    result.set(name, known === undefined ? quantity : join(known, quantity));
  }
  return result;
}

/** All of them together. */
export function summed(all: readonly Amounts[]): Amounts {
  return joined(all, addQuantities);
}

/** The greatest of each resource. */
export function greatest(all: readonly Amounts[]): Amounts {
  return joined(all, (one, other) => (compareQuantities(other, one) > 0 ? other : one));
}
