import type { JsonValue } from '@archipelago/apimachinery';
import type { ListType } from './field-type.ts';
import { itemElement } from './list-items.ts';
import type { PathElement } from './path-element.ts';

/** An item of the live list, of the applied one, or of both. */
type ItemPair = readonly [live: JsonValue | undefined, applied: JsonValue | undefined];

interface Item {
  readonly element: PathElement;
  readonly value: JsonValue;
}

/**
 * Pairs the items of two associative lists in the order of the merged list: the applied list keeps its order,
 * live items stay where they are relative to the shared items around them. A live item that occurs more than
 * once is replaced and not merged.
 */
export function mergeItemOrder(
  type: ListType,
  live: readonly JsonValue[],
  applied: readonly JsonValue[],
): readonly ItemPair[] {
  return new OrderMerge(itemsOf(type, live), itemsOf(type, applied)).run();
}

function itemsOf(type: ListType, list: readonly JsonValue[]): readonly Item[] {
  return list.flatMap((value): Item[] => {
    const found = itemElement(type, value);
    return found.ok ? [{ element: found.element, value }] : [];
  });
}

class OrderMerge {
  readonly #live: readonly Item[];
  readonly #applied: readonly Item[];
  readonly #liveValues = new Map<PathElement, JsonValue | undefined>();
  readonly #appliedElements: ReadonlySet<PathElement>;
  /** Elements of both lists in the applied order; the first is the next one to place. */
  readonly #shared: PathElement[];
  #nextShared = 0;
  readonly #placed = new Set<PathElement>();
  readonly #pairs: ItemPair[] = [];
  #liveIndex = 0;
  #appliedIndex = 0;

  constructor(live: readonly Item[], applied: readonly Item[]) {
    this.#live = live;
    this.#applied = applied;
    for (const { element, value } of live) {
      this.#liveValues.set(element, this.#liveValues.has(element) ? undefined : value);
    }
    this.#appliedElements = new Set(applied.map(({ element }) => element));
    this.#shared = applied.map(({ element }) => element).filter((element) => this.#liveValues.has(element));
  }

  run(): readonly ItemPair[] {
    while (this.#liveIndex < this.#live.length || this.#appliedIndex < this.#applied.length) this.#step();
    return this.#pairs;
  }

  #step(): void {
    const live = this.#live[this.#liveIndex];
    const applied = this.#applied[this.#appliedIndex];
    if (live !== undefined && applied !== undefined) {
      if (live.element === applied.element) {
        this.#liveIndex++;
        this.#place(applied);
        return;
      }
      if (this.#isSharedLater(live)) {
        this.#liveIndex++;
        return;
      }
    }
    if (live !== undefined && !this.#appliedElements.has(live.element)) {
      this.#pairs.push([live.value, undefined]);
      this.#liveIndex++;
      return;
    }
    if (live !== undefined && this.#placed.has(live.element)) this.#liveIndex++;
    if (applied !== undefined) this.#place(applied);
  }

  /** A live item that is applied too, but not the one whose turn it is. */
  #isSharedLater({ element }: Item): boolean {
    const next = this.#shared[this.#nextShared];
    return this.#appliedElements.has(element) && next !== undefined && next !== element;
  }

  #place({ element, value }: Item): void {
    this.#appliedIndex++;
    this.#placed.add(element);
    this.#pairs.push([this.#liveValues.get(element), value]);
    if (this.#shared[this.#nextShared] === element) this.#nextShared++;
  }
}
