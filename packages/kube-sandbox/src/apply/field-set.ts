import { type PathElement, pathElementText, sortPathElements } from './path-element.ts';

/** A path from the root of an object. */
export type FieldPath = readonly PathElement[];

/** A path as messages have it: `.spec.containers[name="a"].image`. */
export function fieldPathText(path: FieldPath): string {
  return path.map(pathElementText).join('');
}

/**
 * A set of paths. A path and the paths below it are members independently of each other. Sets are built with
 * `insert` and not changed once they have been handed on; the other methods give new sets. No child is empty.
 */
export class FieldSet {
  readonly members: Set<PathElement>;
  readonly children: Map<PathElement, FieldSet>;

  constructor(
    members: Iterable<PathElement> = [],
    children: Iterable<readonly [PathElement, FieldSet]> = [],
  ) {
    this.members = new Set(members);
    this.children = new Map([...children].filter(([, child]) => !child.isEmpty));
  }

  /** The set of these paths. */
  static of(paths: Iterable<FieldPath>): FieldSet {
    const set = new FieldSet();
    for (const path of paths) set.insert(path);
    return set;
  }

  get isEmpty(): boolean {
    return this.members.size === 0 && this.children.size === 0;
  }

  /** Adds a path while the set is being built; the root itself is never a member. */
  insert(path: FieldPath): void {
    const last = path.at(-1);
    if (last === undefined) return;
    const [first, ...rest] = path;
    if (first === undefined || rest.length === 0) {
      this.members.add(last);
      return;
    }
    const child = this.children.get(first) ?? new FieldSet();
    this.children.set(first, child);
    child.insert(rest);
  }

  /** The paths below a step, without it. */
  below(element: PathElement): FieldSet {
    return this.children.get(element) ?? new FieldSet();
  }

  union(other: FieldSet): FieldSet {
    if (other.isEmpty || this === other) return this;
    if (this.isEmpty) return other;
    const children = new Map(this.children);
    for (const [element, child] of other.children) {
      children.set(element, children.get(element)?.union(child) ?? child);
    }
    return new FieldSet([...this.members, ...other.members], children);
  }

  intersection(other: FieldSet): FieldSet {
    if (other.isEmpty) return other;
    const children = [...this.children].flatMap(([element, child]): [PathElement, FieldSet][] => {
      const counterpart = other.children.get(element);
      return counterpart === undefined ? [] : [[element, child.intersection(counterpart)]];
    });
    return new FieldSet(
      [...this.members].filter((element) => other.members.has(element)),
      children,
    );
  }

  /** The paths that are not in the other set; paths below one that is stay. */
  difference(other: FieldSet): FieldSet {
    if (other.isEmpty) return this;
    const children = [...this.children].map(([element, child]): [PathElement, FieldSet] => {
      const counterpart = other.children.get(element);
      return [element, counterpart === undefined ? child : child.difference(counterpart)];
    });
    return new FieldSet(
      [...this.members].filter((element) => !other.members.has(element)),
      children,
    );
  }

  /** The paths that are neither in the other set nor below a path that is. */
  recursiveDifference(other: FieldSet): FieldSet {
    if (other.isEmpty) return this;
    const children = [...this.children]
      .filter(([element]) => !other.members.has(element))
      .map(([element, child]): [PathElement, FieldSet] => {
        const counterpart = other.children.get(element);
        return [element, counterpart === undefined ? child : child.recursiveDifference(counterpart)];
      });
    return new FieldSet(
      [...this.members].filter((element) => !other.members.has(element)),
      children,
    );
  }

  /** All paths in order: on every level the members first, then what is below. */
  paths(): FieldPath[] {
    const members = sortPathElements(this.members).map((element) => [element]);
    const below = sortPathElements(this.children.keys()).flatMap((element) =>
      this.below(element)
        .paths()
        .map((path) => [element, ...path]),
    );
    return [...members, ...below];
  }
}
