import {
  addQuantities,
  canonicalQuantity,
  compareQuantities,
  type JsonObject,
  parseQuantity,
  type Quantity,
  subtractQuantities,
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

/** What of some amounts is left without others. */
export function remaining(amounts: Amounts, without: Amounts): Amounts {
  const entries = [...amounts].map(([name, quantity]) => {
    const less = without.get(name);
    return [name, less === undefined ? quantity : subtractQuantities(quantity, less)] as const;
  });
  return new Map(entries);
}

/** As an object's members. */
export function amountTexts(amounts: Amounts): JsonObject {
  return Object.fromEntries([...amounts].map(([name, quantity]) => [name, canonicalQuantity(quantity)]));
}
