import { type JsonObject, objectAt } from '@archipelago/apimachinery';
import { type Comparison, compareValues } from './compare-values.ts';
import { extractFields } from './extract-fields.ts';
import { FieldSet } from './field-set.ts';
import type { FieldType } from './field-type.ts';
import { type Manager, type Managers, managerId } from './managers.ts';
import { mergeValues } from './merge-values.ts';
import { removeFields, withNamedParents } from './remove-fields.ts';

/** What a change of fields needs to know about the kind. */
export interface FieldRules {
  /** The type of the object in a version; undefined where the version is gone, and with it what is known of it. */
  readonly typeOf: (apiVersion: string) => FieldType | undefined;
  /** The object in another version; undefined where it cannot be told yet, or not at all. */
  readonly convert: (object: JsonObject, apiVersion: string) => JsonObject | undefined;
  /** Fields that a write to this resource or subresource does not reach. */
  readonly ignored: FieldSet;
}

/** An object in a version, and who owns what of it. */
export interface OwnedObject {
  readonly object: JsonObject;
  readonly managers: Managers;
}

/** Fields of every object that nobody owns. */
const unowned = FieldSet.of(
  [
    ['apiVersion'],
    ['kind'],
    ['metadata'],
    ...['name', 'namespace', 'creationTimestamp', 'selfLink', 'uid', 'clusterName', 'generation']
      .concat('managedFields', 'resourceVersion')
      .map((name) => ['metadata', name]),
  ].map((path) => path.map((name) => `f:${name}`)),
);

/**
 * The managers after an object was written by create, update or patch: the writer owns what it changed, the others
 * no longer do. Source: structured-merge-diff v6, Updater.Update.
 */
export function updateManagers(
  live: OwnedObject,
  updated: JsonObject,
  writer: Omit<Manager, 'fields'>,
  rules: FieldRules,
): Managers {
  const type = requireType(rules, writer.apiVersion);
  const comparison = withoutIgnored(compareValues(live.object, updated, type), rules);
  const change = { before: live.object, after: updated, comparison, apiVersion: writer.apiVersion };
  const managers = new Map(takeFields(live.managers, takenFields(live.managers, change, rules)));
  const changed = comparison.modified.union(comparison.added).difference(comparison.removed);
  const own = changed.recursiveDifference(rules.ignored).difference(unowned);
  if (own.isEmpty) return managers;
  const id = managerId(writer);
  const before = managers.get(id)?.fields ?? new FieldSet();
  managers.set(id, { ...writer, fields: own.union(before) });
  return managers;
}

/** What an apply comes to. */
export type AppliedFields =
  | ({ readonly ok: true } & OwnedObject)
  | {
      readonly ok: false;
      /** Fields that others own, by the identity of their manager. */
      readonly conflicts: ReadonlyMap<string, FieldSet>;
      readonly managers: Managers;
    };

/**
 * Merges what a manager applies into the live object, removes what it applied before and no longer does and nobody
 * else owns, and hands over fields. Source: structured-merge-diff v6, Updater.Apply.
 */
export function applyFields(
  live: OwnedObject,
  applied: { readonly object: JsonObject; readonly force: boolean },
  writer: Omit<Manager, 'fields'>,
  rules: FieldRules,
): AppliedFields {
  const { apiVersion } = writer;
  const type = requireType(rules, apiVersion);
  const id = managerId(writer);
  const last = live.managers.get(id);
  const fields = extractFields(applied.object, type).recursiveDifference(rules.ignored);
  const managers = new Map(live.managers).set(id, { ...writer, fields });
  const merged = mergeValues(live.object, applied.object, type);
  const whole = { ...objectAt(merged ?? {}), apiVersion };
  const object = prune(whole, { last, apiVersion }, managers, rules);
  const difference = compareValues(live.object, object, type);
  const comparison = withoutIgnored(difference, rules);
  const others = new Map([...managers].filter(([other]) => other !== id));
  const taken = takenFields(others, { before: live.object, after: object, comparison, apiVersion }, rules);
  if (!applied.force && taken.conflicts.size > 0) {
    return { ok: false, conflicts: taken.conflicts, managers: others };
  }
  const result = new Map(takeFields(others, taken));
  const owned = fields.difference(unowned);
  // an apply that only takes ownership changes nothing, and has no time
  const time = changesNothing(difference) ? last?.time : writer.time;
  if (!owned.isEmpty) result.set(id, { ...writer, fields: owned, time });
  return { ok: true, object, managers: result };
}

function requireType(rules: FieldRules, apiVersion: string): FieldType {
  const type = rules.typeOf(apiVersion);
  if (type === undefined) throw new Error(`there is no schema for ${apiVersion}, the version of the request`);
  return type;
}

function changesNothing({ added, removed, modified }: Comparison): boolean {
  return added.isEmpty && removed.isEmpty && modified.isEmpty;
}

function withoutIgnored(comparison: Comparison, { ignored }: FieldRules): Comparison {
  return {
    added: comparison.added.recursiveDifference(ignored),
    removed: comparison.removed.recursiveDifference(ignored),
    modified: comparison.modified.recursiveDifference(ignored),
  };
}

interface Change {
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** The difference in the version of the request. */
  readonly comparison: Comparison;
  readonly apiVersion: string;
}

interface TakenFields {
  /** Fields that managers own and the change sets, by the manager's identity. */
  readonly conflicts: ReadonlyMap<string, FieldSet>;
  /** Fields that are gone. */
  readonly removed: ReadonlyMap<string, FieldSet>;
  /** Managers of versions that are gone. */
  readonly outdated: ReadonlySet<string>;
}

/** What a change takes from managers. */
function takenFields(managers: Managers, change: Change, rules: FieldRules): TakenFields {
  const conflicts = new Map<string, FieldSet>();
  const removed = new Map<string, FieldSet>();
  const outdated = new Set<string>();
  const comparisons = new Map([[change.apiVersion, change.comparison]]);
  for (const [id, { apiVersion, fields }] of managers) {
    const comparison = comparisons.get(apiVersion) ?? compareInVersion(change, apiVersion, rules);
    if (comparison === undefined) {
      outdated.add(id);
      continue;
    }
    comparisons.set(apiVersion, comparison);
    const conflict = fields.intersection(comparison.modified.union(comparison.added));
    if (!conflict.isEmpty) conflicts.set(id, conflict);
    removed.set(id, comparison.removed);
  }
  return { conflicts, removed, outdated };
}

function compareInVersion(change: Change, apiVersion: string, rules: FieldRules): Comparison | undefined {
  const type = rules.typeOf(apiVersion);
  if (type === undefined) return undefined;
  const before = rules.convert(change.before, apiVersion);
  const after = rules.convert(change.after, apiVersion);
  return before === undefined || after === undefined ? undefined : compareValues(before, after, type);
}

function takeFields(managers: Managers, taken: TakenFields): Managers {
  const left = [...managers].flatMap(([id, manager]): [string, Manager][] => {
    const conflict = taken.conflicts.get(id) ?? new FieldSet();
    const removed = taken.removed.get(id) ?? new FieldSet();
    const fields = manager.fields.difference(conflict).difference(removed);
    return fields.isEmpty || taken.outdated.has(id) ? [] : [[id, { ...manager, fields }]];
  });
  return new Map(left);
}

/** Removes what the manager applied last, but not what it or anybody else owns now. */
function prune(
  merged: JsonObject,
  { last, apiVersion }: { readonly last: Manager | undefined; readonly apiVersion: string },
  managers: Managers,
  rules: FieldRules,
): JsonObject {
  const type = last === undefined ? undefined : rules.typeOf(last.apiVersion);
  if (last === undefined || last.fields.isEmpty || type === undefined) return merged;
  const inLast = rules.convert(merged, last.apiVersion);
  if (inLast === undefined) return merged;
  const lastFields = withNamedParents(last.fields, type);
  const removed = objectAt(removeFields(inLast, lastFields, type));
  const pruned = addBackOwned(inLast, removed, { managers, rules, last });
  const prunedFields = withNamedParents(extractFields(pruned, type), type);
  const mergedFields = withNamedParents(extractFields(inLast, type), type);
  const left = removeFields(inLast, mergedFields.difference(prunedFields).intersection(lastFields), type);
  return rules.convert(objectAt(left), apiVersion) ?? merged;
}

interface Owners {
  readonly managers: Managers;
  readonly rules: FieldRules;
  readonly last: Manager;
}

/** Puts back what is owned in any version; `merged` and `pruned` are in that of the last apply. */
function addBackOwned(merged: JsonObject, pruned: JsonObject, context: Owners): JsonObject {
  const { rules } = context;
  const owned = new Map<string, FieldSet>();
  for (const { apiVersion, fields } of context.managers.values()) {
    owned.set(apiVersion, owned.get(apiVersion)?.union(fields) ?? fields);
  }
  const lastVersion = context.last.apiVersion;
  const versions = [lastVersion, ...[...owned.keys()].filter((version) => version !== lastVersion)];
  return versions.reduce((left, version) => {
    const type = rules.typeOf(version);
    const fields = owned.get(version);
    const [before, after] = [rules.convert(merged, version), rules.convert(left, version)];
    if (type === undefined || fields === undefined || before === undefined || after === undefined)
      return left;
    const mergedFields = withNamedParents(extractFields(before, type), type);
    const leftFields = withNamedParents(extractFields(after, type), type);
    const kept = leftFields.union(withNamedParents(fields, type));
    const restored = objectAt(removeFields(before, mergedFields.difference(kept), type));
    return rules.convert(restored, lastVersion) ?? left;
  }, pruned);
}
