type Labels = Readonly<Record<string, string>>;

/** So many of those that find no room are told apart. */
const mostRemembered = 10_000;

/** The series of one metric, by their labels: so many, and no more. */
export class SeriesTable<T extends { readonly labels: Labels }> {
  readonly #names: readonly string[];
  readonly #most: number;
  readonly #series = new Map<string, T>();
  readonly #refused = new Set<string>();
  /** Of the last replacement. */
  #cut = 0;

  /** `names`: the labels that tell series apart. */
  constructor(names: readonly string[], most: number) {
    this.#names = names;
    this.#most = most;
  }

  /** How many series found no room. */
  get dropped(): number {
    return this.#cut + this.#refused.size;
  }

  /** Makes a series, or another of what it was; one more than there is room for is left out. */
  put(labels: Labels, make: (before: T | undefined) => T): void {
    const key = this.#keyOf(labels);
    const before = this.#series.get(key);
    if (before !== undefined || this.#series.size < this.#most) this.#series.set(key, make(before));
    else if (this.#refused.size < mostRemembered) this.#refused.add(key);
  }

  /** Those that found no room may find some now. */
  keep(isKept: (labels: Labels) => boolean): void {
    for (const [key, { labels }] of this.#series) if (!isKept(labels)) this.#series.delete(key);
    if (this.#series.size < this.#most) {
      this.#refused.clear();
      this.#cut = 0;
    }
  }

  /** All at once; those that come first find room. */
  replace(all: readonly T[]): void {
    this.#series.clear();
    this.#refused.clear();
    for (const each of all.slice(0, this.#most)) this.#series.set(this.#keyOf(each.labels), each);
    this.#cut = Math.max(0, all.length - this.#most);
  }

  list(): readonly T[] {
    return [...this.#series.values()];
  }

  #keyOf(labels: Labels): string {
    let key = '';
    for (const name of this.#names) key += `${labels[name] ?? ''}\u0000`;
    return key;
  }
}
