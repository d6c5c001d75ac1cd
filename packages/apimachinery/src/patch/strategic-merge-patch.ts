import { valueAt } from '../api/json-members.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '../api/json-value.ts';
import { elementType, itemKey, orderElements, requireMergeKeys, scalarKey } from './element-order.ts';
import { goTypeName } from './go-value-text.ts';
import { withoutNulls } from './merge-patch.ts';
import { objectOf } from './object-of.ts';
import { memberSchema, type PatchSchema, patchStrategy } from './patch-schema.ts';
import { checkSetOrder } from './set-element-order.ts';
import {
  applyDirective,
  deletionTarget,
  directiveName,
  isOrderDirective,
  keepItem,
  type Members,
  membersOf,
  orderTarget,
  readDirectives,
  retainKeys,
  withoutDirectives,
} from './strategic-directives.ts';
import { badType, StrategicRefusal } from './strategic-refusal.ts';

/** The patched object, or why the patch does not apply; the status is the API server's. */
type StrategicMergeResult =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly message: string; readonly status: 400 | 422 | 500 };

/**
 * Applies a strategic merge patch; neither document is changed. Merge keys and strategies come from the schema.
 * Source: apimachinery's StrategicMergeMapPatch, Kubernetes 1.36.
 */
export function applyStrategicMergePatch(
  object: JsonObject,
  patch: JsonObject,
  schema: PatchSchema,
): StrategicMergeResult {
  try {
    return { ok: true, value: mergeObject(object, patch, schema) };
  } catch (error) {
    if (!(error instanceof StrategicRefusal)) throw error;
    return { ok: false, message: error.message, status: error.status };
  }
}

function mergeObject(object: JsonObject, patch: JsonObject, schema: PatchSchema): JsonObject {
  const directive = valueAt(patch, directiveName);
  if (directive !== undefined) return applyDirective(directive, patch);
  const result = membersOf(object);
  const pending = membersOf(patch);
  retainKeys(result, pending);
  mergeOrderedLists(result, pending, schema);
  for (const [name, value] of pending) {
    const target = deletionTarget(name);
    const memberName = target ?? name;
    const member = { value, isDeletion: target !== undefined, schema: memberSchema(schema, memberName) };
    mergeMember(result, memberName, member);
  }
  return objectOf(result);
}

/** Merges the lists that have a `$setElementOrder` directive, and takes them out of the pending patch. */
function mergeOrderedLists(result: Members, pending: Members, schema: PatchSchema): void {
  for (const [name, order] of pending) {
    if (!isOrderDirective(name)) continue;
    pending.delete(name);
    if (!isJsonList(order)) throw badType([], order);
    const target = orderTarget(name);
    const live = listMember(result, target);
    const patch = listMember(pending, target);
    const listSchema = memberSchema(schema, target);
    const mergeKey = listSchema['x-kubernetes-patch-merge-key'] ?? '';
    checkSetOrder(patch ?? [], order, mergeKey);
    const merged = mergeOrdered(live, patch, listSchema);
    if (merged === undefined) continue;
    elementType(live ?? [], patch ?? []);
    result.set(target, orderElements(merged, { named: order, live: live ?? [], mergeKey }));
    pending.delete(target);
  }
}

function mergeOrdered(
  live: readonly JsonValue[] | undefined,
  patch: readonly JsonValue[] | undefined,
  schema: PatchSchema,
): readonly JsonValue[] | undefined {
  if (live === undefined) return patch === undefined ? undefined : patch.flatMap(keepItem);
  return patch === undefined ? live : mergeList(live, patch, schema);
}

function listMember(members: Members, name: string): readonly JsonValue[] | undefined {
  const value = members.get(name);
  if (value === undefined) return undefined;
  if (!isJsonList(value)) throw badType([], value);
  return value;
}

interface PatchMember {
  readonly value: JsonValue;
  /** The value lists scalars to delete. */
  readonly isDeletion: boolean;
  readonly schema: PatchSchema;
}

function mergeMember(result: Members, name: string, member: PatchMember): void {
  const live = result.get(name);
  if (member.value === null) {
    result.delete(name);
  } else if (live !== undefined && goTypeName(live) === goTypeName(member.value)) {
    result.set(name, mergeSameType(live, member));
  } else if (!member.isDeletion) {
    const value = withoutDirectives(withoutNulls(member.value));
    if (value === undefined) result.delete(name);
    else result.set(name, value);
  }
}

function mergeSameType(live: JsonValue, { value, isDeletion, schema }: PatchMember): JsonValue {
  const strategy = patchStrategy(schema);
  if (isJsonObject(live) && isJsonObject(value)) {
    return strategy === 'replace' ? value : mergeObject(live, value, schema);
  }
  if (!isJsonList(live) || !isJsonList(value)) return value;
  if (isDeletion && strategy === 'merge') return deleteItems(live, value, schema);
  return mergeList(live, value, schema);
}

function mergeList(
  live: readonly JsonValue[],
  patch: readonly JsonValue[],
  schema: PatchSchema,
): readonly JsonValue[] {
  if (patchStrategy(schema) !== 'merge') return patch;
  if (live.length === 0 && patch.length === 0) return live;
  if (elementType(live, patch) === goTypeName({})) return mergeObjects(live, patch, schema);
  const merged = new Map([...live, ...patch].map((item) => [scalarKey(item), item]));
  return orderElements([...merged.values()], { named: patch, live, mergeKey: mergeKeyOf(schema) });
}

function deleteItems(
  live: readonly JsonValue[],
  patch: readonly JsonValue[],
  schema: PatchSchema,
): readonly JsonValue[] {
  if (live.length === 0 && patch.length === 0) return live;
  if (elementType(live, patch) === goTypeName({})) return mergeObjects(live, patch, schema);
  const deleted = new Set(patch.map(scalarKey));
  return live.filter((item) => !deleted.has(scalarKey(item)));
}

function mergeKeyOf(schema: PatchSchema): string {
  return schema['x-kubernetes-patch-merge-key'] ?? '';
}

/** Merges lists of objects item by item; an item of the patch can be a directive. */
function mergeObjects(
  live: readonly JsonValue[],
  patch: readonly JsonValue[],
  schema: PatchSchema,
): readonly JsonValue[] {
  const mergeKey = mergeKeyOf(schema);
  if (mergeKey === '') throw new StrategicRefusal('cannot merge lists without merge key for slice');
  const directives = patch.filter(isJsonObject).filter((item) => valueAt(item, directiveName) !== undefined);
  const plain = patch.filter((item) => !(isJsonObject(item) && directives.includes(item)));
  const { deleted, isReplaced } = readDirectives(directives, mergeKey);
  const kept = live.filter((item) => !deleted.has(itemKey(item, mergeKey)));
  if (isReplaced) return orderElements(plain, { named: [], live: plain, mergeKey });
  const merged = mergeItems(kept, plain, schema);
  return orderElements(merged, { named: plain, live: kept, mergeKey });
}

function mergeItems(
  live: readonly JsonValue[],
  patch: readonly JsonValue[],
  schema: PatchSchema,
): readonly JsonValue[] {
  const mergeKey = mergeKeyOf(schema);
  const merged = [...live];
  const places = new Map<string | undefined, number>();
  for (const [index, item] of live.entries()) {
    const key = itemKey(item, mergeKey);
    if (!places.has(key)) places.set(key, index);
  }
  for (const item of requireMergeKeys(patch, mergeKey)) {
    const key = itemKey(item, mergeKey);
    const place = places.get(key) ?? merged.length;
    const target = merged[place];
    places.set(key, place);
    merged[place] = isJsonObject(target) ? mergeObject(target, item, schema.items ?? {}) : item;
  }
  return merged;
}
