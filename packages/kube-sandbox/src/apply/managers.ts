import {
  compareBytes,
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import type { FieldSet } from './field-set.ts';
import { parseFieldsV1, printFieldsV1 } from './fields-v1.ts';

/** Who changes fields, and how. */
export interface Manager {
  readonly name: string;
  readonly operation: 'Apply' | 'Update';
  /** Version of the last write. */
  readonly apiVersion: string;
  /** `''` for the resource itself. */
  readonly subresource: string;
  readonly fields: FieldSet;
  /** RFC 3339 in whole seconds; undefined where the entry has none. */
  readonly time: string | undefined;
}

/** Managers of one object by their identity. */
export type Managers = ReadonlyMap<string, Manager>;

/**
 * The identity of a manager: an applier stays the same one whatever version it writes, an updater does not. The
 * text is the API server's, which sorts by it.
 */
export function managerId(manager: Omit<Manager, 'fields' | 'time'>): string {
  const { name, operation, apiVersion, subresource } = manager;
  return JSON.stringify({
    ...(name === '' ? {} : { manager: name }),
    operation,
    ...(operation === 'Apply' ? {} : { apiVersion }),
    ...(subresource === '' ? {} : { subresource }),
  });
}

/** Reads `metadata.managedFields`; undefined where an entry is malformed. */
export function parseManagedFields(value: JsonValue | undefined): Managers | undefined {
  const managers = new Map<string, Manager>();
  if (value === undefined || value === null) return managers;
  if (!isJsonList(value)) return undefined;
  for (const entry of value) {
    const manager = isJsonObject(entry) ? parseEntry(entry) : undefined;
    if (manager === undefined) return undefined;
    managers.set(managerId(manager), manager);
  }
  return managers;
}

function parseEntry(entry: JsonObject): Manager | undefined {
  const text = (name: string) => {
    const value = valueAt(entry, name);
    return textAt(value);
  };
  const operation = text('operation');
  const fields = parseFieldsV1(valueAt(entry, 'fieldsV1') ?? {});
  if (operation !== 'Apply' && operation !== 'Update') return undefined;
  if (text('apiVersion') === '' || text('fieldsType') !== 'FieldsV1' || fields === undefined)
    return undefined;
  return {
    name: text('manager'),
    operation,
    apiVersion: text('apiVersion'),
    subresource: text('subresource'),
    fields,
    time: text('time') === '' ? undefined : text('time'),
  };
}

/** Prints `metadata.managedFields`, in the API server's order: appliers first, then by age. */
export function printManagedFields(managers: Managers): readonly JsonObject[] {
  return [...managers.values()].sort(compareManagers).map((manager) => ({
    ...(manager.name === '' ? {} : { manager: manager.name }),
    operation: manager.operation,
    apiVersion: manager.apiVersion,
    ...(manager.time === undefined ? {} : { time: manager.time }),
    fieldsType: 'FieldsV1',
    fieldsV1: printFieldsV1(manager.fields),
    ...(manager.subresource === '' ? {} : { subresource: manager.subresource }),
  }));
}

function compareManagers(left: Manager, right: Manager): number {
  const differences = [
    compareBytes(left.operation, right.operation),
    seconds(left) - seconds(right),
    compareBytes(left.name, right.name),
    compareBytes(left.apiVersion, right.apiVersion),
  ];
  return (
    differences.find((difference) => difference !== 0) ?? compareBytes(left.subresource, right.subresource)
  );
}

function seconds(manager: Manager): number {
  const time = manager.time === undefined ? 0 : Date.parse(manager.time);
  return Number.isNaN(time) ? 0 : Math.floor(time / 1000);
}

/** Entries of updates that are kept apart; older ones are put together. */
const maxUpdaters = 10;

/** Puts the oldest updates of a version together where there are too many of them. */
export function capUpdaters(managers: Managers): Managers {
  const updaters = [...managers]
    .filter(([, manager]) => manager.operation === 'Update')
    .sort(
      ([leftId, left], [rightId, right]) => seconds(left) - seconds(right) || compareBytes(leftId, rightId),
    );
  const result = new Map(managers);
  const firstOfVersion = new Map<string, string>();
  let count = updaters.length;
  for (const [id, manager] of updaters) {
    if (count <= maxUpdaters) break;
    const first = firstOfVersion.get(manager.apiVersion);
    if (first === undefined) {
      firstOfVersion.set(manager.apiVersion, id);
    } else {
      putTogether(result, { first, id });
      count--;
    }
  }
  return result;
}

function putTogether(
  managers: Map<string, Manager>,
  ids: { readonly first: string; readonly id: string },
): void {
  const manager = managers.get(ids.id);
  if (manager === undefined) return;
  const bucket = { ...manager, name: 'ancient-changes', subresource: '' };
  const bucketId = managerId(bucket);
  const older = managers.get(bucketId) ?? managers.get(ids.first);
  managers.delete(ids.first);
  managers.delete(ids.id);
  managers.set(bucketId, { ...bucket, fields: older?.fields.union(manager.fields) ?? manager.fields });
}
