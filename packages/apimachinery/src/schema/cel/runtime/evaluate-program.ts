import { type CelValue, isError } from '../values/cel-value.ts';
import { CostLimitExceeded, createCostTracker } from './cost-tracker.ts';
import type { Step } from './step.ts';

/** The server's limit for one evaluation. */
const perCallLimit = 1_000_000;

export type Evaluation =
  | { readonly kind: 'value'; readonly value: CelValue; readonly cost: number }
  | { readonly kind: 'error'; readonly message: string; readonly cost: number }
  | { readonly kind: 'too-expensive'; readonly message: string; readonly cost: number };

/** Evaluates a planned expression with its variables; stops when it costs more than `limit`. */
export function evaluateProgram(
  step: Step,
  variables: ReadonlyMap<string, CelValue>,
  limit: number = perCallLimit,
): Evaluation {
  const tracker = createCostTracker(limit);
  try {
    const value = step.evaluate({ tracker, lookup: (name) => variables.get(name) });
    if (isError(value)) return { kind: 'error', message: value.message, cost: tracker.cost };
    return { kind: 'value', value, cost: tracker.cost };
  } catch (error) {
    if (!(error instanceof CostLimitExceeded)) throw error;
    return { kind: 'too-expensive', message: error.message, cost: error.cost };
  }
}
