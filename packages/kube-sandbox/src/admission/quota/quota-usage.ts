import { type JsonObject, objectAt, parseQuantity } from '@archipelago/apimachinery';
import { type Amounts, amountsOf, summed } from '../../resources/amounts.ts';
import type { ObjectStore } from '../../storage/object-store.ts';
import { coversObject } from './covers-object.ts';
import { storageOf, usageOf } from './object-usage.ts';

/** Where ResourceQuotas lie. */
export const QUOTAS = '/resourcequotas';

/** What a quota allows. */
export function hardOf(quota: JsonObject): Amounts {
  return amountsOf(objectAt(quota, 'spec', 'hard'));
}

/** Those of some amounts that have a name in others. */
export function named(amounts: Amounts, names: Amounts): Amounts {
  return new Map([...amounts].filter(([name]) => names.has(name)));
}

const zero = parseQuantity('0');

/** What is used of what a quota of a namespace allows. */
export function quotaUsage(store: ObjectStore, quota: JsonObject, namespace: string): Amounts {
  const hard = hardOf(quota);
  const spec = objectAt(quota, 'spec');
  const storages = new Set([...hard.keys()].flatMap((name) => storageOf(name) ?? []));
  const used = [...storages].flatMap((storage) =>
    store
      .list(storage, namespace)
      .filter(({ object }) => coversObject(spec, storage, object))
      .map(({ object }) => usageOf(storage, object)),
  );
  const nothing = [...hard.keys()].flatMap((name) =>
    zero.ok && storageOf(name) !== undefined ? [[name, zero.quantity] as const] : [],
  );
  return named(summed([new Map(nothing), ...used]), hard);
}
