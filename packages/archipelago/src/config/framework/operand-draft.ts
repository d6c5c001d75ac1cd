import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import type { Cause, CauseOf } from './cause.ts';
import type { FieldPath } from './field-path.ts';

type Branch = Map<string, Twig>;
type Twig =
  | { readonly is: 'object'; readonly members: Branch; whenEmpty: Cause | undefined }
  | { readonly is: 'leaf'; readonly value: JsonValue; readonly cause: CauseOf };

/** Leaves of a finished operand and their causes, in document order. */
export type Causes = readonly { readonly path: FieldPath; readonly cause: Cause }[];

/**
 * An operand in the making: values arrive leaf by leaf with their causes. The first owner of a leaf keeps it
 * (baseline comes first), and objects merge, so the order in which settings land does not matter.
 */
export class OperandDraft {
  readonly #root: Branch = new Map();
  readonly #lists = new Map<string, { path: readonly string[]; items: Map<string, Cause> }>();

  /** Writes `value` at `path`; members that another owner already wrote stay as they are. */
  write(path: readonly string[], value: JsonValue | undefined, cause: CauseOf): void {
    if (value === undefined) return;
    const last = path.at(-1);
    if (last === undefined) return;
    const parent = path.slice(0, -1).reduce(openMember, this.#root);
    merge({ into: parent, key: last, value, cause, at: [] });
  }

  /** Adds one item to the set-like list at `path`; `finish` puts the items into their canonical order. */
  append(path: readonly string[], item: string, cause: Cause): void {
    const key = path.join('.');
    const list = this.#lists.get(key) ?? { path, items: new Map<string, Cause>() };
    this.#lists.set(key, list);
    if (!list.items.has(item)) list.items.set(item, cause);
  }

  /** The operand's fields and the cause of each leaf; lists are ordered by `order`, unknown items last by name. */
  finish(order: Readonly<Record<string, readonly string[]>>): { manifest: JsonObject; causes: Causes } {
    for (const [key, { path, items }] of this.#lists) {
      const sorted = inOrder([...items.keys()], order[key] ?? []);
      this.write(path, sorted, ([index]) => items.get(sorted[Number(index ?? 0)] ?? '') ?? unowned);
    }
    const causes: { path: FieldPath; cause: Cause }[] = [];
    return { manifest: harvest(this.#root, [], causes), causes };
  }
}

const unowned: Cause = { kind: 'opinion', because: 'an empty list' };

function openMember(branch: Branch, key: string): Branch {
  const twig = branch.get(key);
  if (twig?.is === 'object') return twig.members;
  const members: Branch = new Map();
  // a scalar in the way keeps its place: what lands beneath it is lost, as its owner came first
  if (twig === undefined) branch.set(key, { is: 'object', members, whenEmpty: undefined });
  return members;
}

interface Merge {
  readonly into: Branch;
  readonly key: string;
  readonly value: JsonValue;
  readonly cause: CauseOf;
  readonly at: FieldPath;
}

function merge({ into, key, value, cause, at }: Merge): void {
  const present = into.get(key);
  if (!isJsonObject(value)) {
    if (present === undefined) into.set(key, { is: 'leaf', value, cause: (leaf) => cause([...at, ...leaf]) });
    return;
  }
  if (present?.is === 'leaf') return;
  const twig = present ?? { is: 'object' as const, members: new Map<string, Twig>(), whenEmpty: cause(at) };
  twig.whenEmpty ??= cause(at);
  into.set(key, twig);
  for (const [name, below] of Object.entries(value)) {
    if (below !== undefined) merge({ into: twig.members, key: name, value: below, cause, at: [...at, name] });
  }
}

function inOrder(items: readonly string[], order: readonly string[]): readonly string[] {
  const rank = (item: string): number => {
    const index = order.indexOf(item);
    return index === -1 ? order.length : index;
  };
  return [...items].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function harvest(branch: Branch, at: FieldPath, causes: { path: FieldPath; cause: Cause }[]): JsonObject {
  const fields: Record<string, JsonValue> = {};
  for (const [key, twig] of [...branch].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const path = [...at, key];
    if (twig.is === 'object') {
      fields[key] = harvest(twig.members, path, causes);
      if (twig.members.size === 0 && twig.whenEmpty) causes.push({ path, cause: twig.whenEmpty });
    } else {
      fields[key] = twig.value;
      forEachLeaf(twig.value, [], (leaf) =>
        causes.push({ path: [...path, ...leaf], cause: twig.cause(leaf) }),
      );
    }
  }
  return fields;
}

/** Calls `visit` with the path of every leaf: scalars, empty objects, empty lists. */
export function forEachLeaf(value: JsonValue, at: FieldPath, visit: (leaf: FieldPath) => void): void {
  if (Array.isArray(value) && value.length > 0) {
    for (const [index, item] of value.entries()) forEachLeaf(item, [...at, index], visit);
  } else if (isJsonObject(value) && Object.keys(value).length > 0) {
    for (const [key, below] of Object.entries(value))
      if (below !== undefined) forEachLeaf(below, [...at, key], visit);
  } else {
    visit(at);
  }
}
