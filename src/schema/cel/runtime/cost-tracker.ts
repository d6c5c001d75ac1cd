import type { CelValue } from '../cel-value.ts';

/** Thrown when an evaluation costs more than its limit; caught in evaluateProgram. */
export class CostLimitExceeded extends Error {
  readonly cost: number;

  constructor(cost: number) {
    super('operation cancelled: actual cost limit exceeded');
    this.cost = cost;
  }
}

/**
 * What an evaluation has cost so far. The server finds a call's arguments on a stack of recent results, by node id, and
 * charges nothing for a call whose arguments it does not find; leftovers of cut short evaluations can hide them. The
 * stack is kept for that reason only.
 */
export interface CostTracker {
  readonly cost: number;
  charge(amount: number): void;
  /** Remembers that a node has been evaluated; throws CostLimitExceeded. */
  push(id: number): void;
  /** Forgets everything since the last evaluation of the node. */
  drop(id: number): void;
  /** Drops the arguments from last to first; false when one is not found. */
  dropAll(ids: readonly number[]): boolean;
}

export function createCostTracker(limit: number): CostTracker {
  let cost = 0;
  const stack: number[] = [];
  /** Stack positions per node id. */
  const places = new Map<number, number[]>();
  const drop = (id: number): boolean => {
    const place = places.get(id)?.at(-1);
    if (place === undefined) return false;
    while (stack.length > place) {
      const top = stack.pop();
      if (top !== undefined) places.get(top)?.pop();
    }
    return true;
  };
  return {
    get cost() {
      return cost;
    },
    charge: (amount) => {
      cost += amount;
    },
    push: (id) => {
      const known = places.get(id);
      if (known === undefined) places.set(id, [stack.length]);
      else known.push(stack.length);
      stack.push(id);
      if (cost > limit) throw new CostLimitExceeded(cost);
    },
    drop: (id) => {
      drop(id);
    },
    dropAll: (ids) => {
      for (let i = ids.length - 1; i >= 0; i -= 1) {
        const id = ids[i];
        if (id === undefined || !drop(id)) return false;
      }
      return true;
    },
  };
}

/** Where names are looked up during an evaluation. */
export interface Frame {
  readonly tracker: CostTracker;
  lookup(name: string): CelValue | undefined;
}
