import { valueAt } from '../api/json-members.ts';
import { isJsonObject, type JsonValue } from '../api/json-value.ts';
import { itemKey, requireMergeKeys } from './element-order.ts';
import { goValueText } from './go-value-text.ts';
import { badType, StrategicRefusal } from './strategic-refusal.ts';

/**
 * Checks that the items of a patch come in the order its `$setElementOrder` list gives them, and that it names
 * them all. Items that are directives do not count.
 */
export function checkSetOrder(
  patch: readonly JsonValue[],
  order: readonly JsonValue[],
  mergeKey: string,
): void {
  if (patch.length === 0 || order.length === 0) return;
  const wanted = mergeKey === '' ? patch : itemsToPlace(patch);
  const keys = wanted.map((item) => requiredKey(item, mergeKey));
  let next = 0;
  for (const item of order) {
    if (next >= keys.length) return;
    if (requiredKey(item, mergeKey) === keys[next]) next++;
  }
  if (next < keys.length) {
    throw new StrategicRefusal(
      `The order in patch list:\n${goValueText(patch)}\n doesn't match $setElementOrder list:\n${goValueText(order)}\n`,
    );
  }
}

function itemsToPlace(patch: readonly JsonValue[]): readonly JsonValue[] {
  return patch.filter((item) => {
    if (!isJsonObject(item)) throw badType({}, item);
    return valueAt(item, '$patch') === undefined;
  });
}

function requiredKey(item: JsonValue, mergeKey: string): string | undefined {
  if (mergeKey !== '') requireMergeKeys([item], mergeKey);
  // nothing that is no scalar is in a list of scalars
  else if (typeof item === 'object' && item !== null) return undefined;
  return itemKey(item, mergeKey);
}
