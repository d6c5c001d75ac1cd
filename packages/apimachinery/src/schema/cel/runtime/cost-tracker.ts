import type { CelValue } from '../values/cel-value.ts';

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
  /** Throws CostLimitExceeded already now when the amount would exceed the limit. */
  ensure(amount: number): void;
  /** Remembers that a node has been evaluated; throws CostLimitExceeded. */
  push(id: number): void;
  /** Forgets everything since the last evaluation of the node. */
  drop(id: number): void;
  /** Drops the results of the arguments from last to first; false when one is not found. */
  dropAll(args: readonly { readonly id: () => number }[]): boolean;
}

interface ResultStack {
  push(id: number): void;
  drop(id: number): boolean;
}

function createResultStack(): ResultStack {
  const stack: number[] = [];
  /** How often each node id is on the stack: what is not there is not looked for, and what is looked at on the way is gone. */
  const counts = new Map<number, number>();
  return {
    push: (id) => {
      counts.set(id, (counts.get(id) ?? 0) + 1);
      stack.push(id);
    },
    drop: (id) => {
      if ((counts.get(id) ?? 0) === 0) return false;
      for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
        counts.set(top, (counts.get(top) ?? 0) - 1);
        if (top === id) return true;
      }
      return false;
    },
  };
}

export function createCostTracker(limit: number): CostTracker {
  let cost = 0;
  const stack = createResultStack();
  return {
    get cost() {
      return cost;
    },
    charge: (amount) => {
      cost += amount;
    },
    ensure: (amount) => {
      if (cost + amount > limit) throw new CostLimitExceeded(cost + amount);
    },
    push: (id) => {
      stack.push(id);
      if (cost > limit) throw new CostLimitExceeded(cost);
    },
    drop: (id) => {
      stack.drop(id);
    },
    dropAll: (args) => {
      for (let i = args.length - 1; i >= 0; i -= 1) {
        const arg = args[i];
        if (arg === undefined || !stack.drop(arg.id())) return false;
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
