import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import type { Cause, CauseOf } from './cause.ts';
import type { FieldPath } from './field-path.ts';
import { once } from './once.ts';

type Branch = Map<string, Twig>;
type Twig =
  | { readonly is: 'object'; readonly members: Branch; whenEmpty: Written | undefined }
  | { readonly is: 'leaf'; readonly value: JsonValue; readonly by: Written };

/** Who wrote something: its causes by paths that begin `from` members below the root. */
interface Written {
  readonly cause: CauseOf;
  readonly from: number;
}

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
    let parent = this.#root;
    for (const [depth, key] of path.entries()) if (depth < path.length - 1) parent = openMember(parent, key);
    merge(parent, last, value, { cause, from: path.length });
  }

  /** Adds one item to the set-like list at `path`; `finish` puts the items into their canonical order. */
  append(path: readonly string[], item: string, cause: Cause): void {
    const key = path.join('.');
    const list = this.#lists.get(key) ?? { path, items: new Map<string, Cause>() };
    this.#lists.set(key, list);
    if (!list.items.has(item)) list.items.set(item, cause);
  }

  /**
   * The operand's fields and the cause of each leaf, computed when somebody asks; lists are ordered by `order`, unknown items last by name.
   * Nothing is written afterwards.
   */
  finish(order: Readonly<Record<string, readonly string[]>>): Finished {
    for (const [key, { path, items }] of this.#lists) {
      const sorted = inOrder([...items.keys()], order[key] ?? []);
      this.write(path, sorted, ([index]) => items.get(sorted[Number(index ?? 0)] ?? '') ?? unowned);
    }
    const causes = once(() => causesIn(this.#root, []));
    return {
      manifest: harvest(this.#root),
      get causes() {
        return causes();
      },
    };
  }
}

interface Finished {
  readonly manifest: JsonObject;
  readonly causes: Causes;
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

function merge(into: Branch, key: string, value: JsonValue, by: Written): void {
  const present = into.get(key);
  if (!isJsonObject(value)) {
    if (present === undefined) into.set(key, { is: 'leaf', value, by });
    return;
  }
  if (present?.is === 'leaf') return;
  const twig = present ?? { is: 'object' as const, members: new Map<string, Twig>(), whenEmpty: by };
  twig.whenEmpty ??= by;
  if (present === undefined) into.set(key, twig);
  for (const [name, below] of Object.entries(value))
    if (below !== undefined) merge(twig.members, name, below, by);
}

function causeOf({ cause, from }: Written, path: FieldPath): Cause {
  return cause(path.slice(from));
}

function inOrder(items: readonly string[], order: readonly string[]): readonly string[] {
  const rank = (item: string): number => {
    const index = order.indexOf(item);
    return index === -1 ? order.length : index;
  };
  return [...items].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function harvest(branch: Branch): JsonObject {
  const fields: Record<string, JsonValue> = {};
  for (const key of [...branch.keys()].sort()) {
    const twig = branch.get(key);
    if (twig !== undefined) fields[key] = twig.is === 'object' ? harvest(twig.members) : twig.value;
  }
  return fields;
}

function causesIn(branch: Branch, at: FieldPath): Causes {
  return [...branch]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, twig]) => {
      const path = [...at, key];
      if (twig.is === 'leaf') return causesOfLeaf(path, twig);
      const { members, whenEmpty } = twig;
      return members.size === 0 && whenEmpty
        ? [{ path, cause: causeOf(whenEmpty, path) }]
        : causesIn(members, path);
    });
}

function causesOfLeaf(at: FieldPath, { value, by }: Extract<Twig, { is: 'leaf' }>): Causes {
  const causes: { path: FieldPath; cause: Cause }[] = [];
  forEachLeaf(value, at, (path) => causes.push({ path, cause: causeOf(by, path) }));
  return causes;
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
