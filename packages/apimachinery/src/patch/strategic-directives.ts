import { valueAt } from '../api/json-members.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '../api/json-value.ts';
import { itemKey, scalarKey } from './element-order.ts';
import { objectOf } from './object-of.ts';
import { badDirective, badFormat, noMergeKey, StrategicRefusal } from './strategic-refusal.ts';

/** Members of an object that is being merged. */
export type Members = Map<string, JsonValue>;

/** The member that makes an object a directive. */
export const directiveName = '$patch';

const retainKeysName = '$retainKeys';
const deletePrefix = '$deleteFromPrimitiveList';
const orderPrefix = '$setElementOrder';

/** The members of an object that have a value. */
export function membersOf(object: JsonObject): Members {
  const members: Members = new Map();
  for (const [name, value] of Object.entries(object)) {
    if (value !== undefined) members.set(name, value);
  }
  return members;
}

/** What an object that is a directive as a whole comes to. */
export function applyDirective(directive: JsonValue, patch: JsonObject): JsonObject {
  if (directive === 'delete') return {};
  if (directive !== 'replace') throw badDirective(directive, patch);
  return objectOf(Object.entries(patch).filter(([name]) => name !== directiveName));
}

/** Drops the members that `$retainKeys` does not name; the patch must not set others either. */
export function retainKeys(result: Members, pending: Members): void {
  const list = pending.get(retainKeysName);
  if (list === undefined) return;
  pending.delete(retainKeysName);
  if (!isJsonList(list)) throw badFormat('retainKeys');
  const retained = new Set(list.map(scalarKey));
  for (const [name, value] of pending) {
    const isDirective = name.startsWith(deletePrefix) || name.startsWith(orderPrefix);
    if (value !== null && !isDirective && !retained.has(scalarKey(name))) throw badFormat('retainKeys');
  }
  for (const name of result.keys()) {
    if (!retained.has(scalarKey(name))) result.delete(name);
  }
}

/** What the directives among the items of a patch ask for: keys to delete, and whether to replace the list. */
export function readDirectives(directives: readonly JsonObject[], mergeKey: string) {
  const deleted = new Set<string | undefined>();
  let isReplaced = false;
  for (const item of directives) {
    const directive = valueAt(item, directiveName) ?? null;
    if (directive === 'delete') {
      const key = itemKey(item, mergeKey);
      if (key === undefined) throw noMergeKey(item, mergeKey);
      deleted.add(key);
    } else if (directive === 'replace') {
      isReplaced = true;
    } else if (directive === 'merge') {
      throw new StrategicRefusal('merging lists cannot yet be specified in the patch');
    } else {
      throw badDirective(directive, item);
    }
  }
  return { deleted, isReplaced };
}

export function isOrderDirective(name: string): boolean {
  return name.startsWith(orderPrefix);
}

/** The list a `$setElementOrder/…` member is about. */
export function orderTarget(name: string): string {
  return trimPrefix(name, orderPrefix);
}

/** The list a `$deleteFromPrimitiveList/…` member is about; undefined for other members. */
export function deletionTarget(name: string): string | undefined {
  return name.startsWith(deletePrefix) ? trimPrefix(name, deletePrefix) : undefined;
}

/** `finalizers` of `$setElementOrder/finalizers`. */
function trimPrefix(name: string, prefix: typeof deletePrefix | typeof orderPrefix): string {
  if (name.startsWith(`${prefix}/`)) return name.slice(prefix.length + 1);
  throw badFormat(prefix === deletePrefix ? 'primitive list' : 'setElementOrder list');
}

/** Without the objects that are directives; undefined where the value itself is one. */
export function withoutDirectives(value: JsonValue): JsonValue | undefined {
  if (isJsonList(value)) return value.flatMap(keepItem);
  if (!isJsonObject(value)) return value;
  if (valueAt(value, directiveName) !== undefined) return undefined;
  return objectOf(
    Object.entries(value).map(([name, member]): [string, JsonValue | undefined] => [
      name,
      member === undefined ? undefined : withoutDirectives(member),
    ]),
  );
}

/** The item as the only one of a list; no item where it is a directive. */
export function keepItem(item: JsonValue): JsonValue[] {
  const kept = withoutDirectives(item);
  return kept === undefined ? [] : [kept];
}
