import type { LayeringInput, LayeringPlan } from '../../layering/build-plan/layering-plan.ts';
import { planFrom } from '../../layering/build-plan/plan-layering.ts';
import { type Basis, holds, Reading } from '../../layering/build-plan/reading.ts';

interface Remembered {
  readonly basis: Basis;
  readonly plan: LayeringPlan;
}

/**
 * Plans, each with everything it was made of: while that is so, it is not made again. Nothing depends on what is remembered here;
 * a planner without memory comes to the same.
 */
export class PlanMemory {
  readonly #plans = new Map<string, Remembered>();

  /** The plan for a work of this name. */
  planOf(key: string, input: LayeringInput): LayeringPlan {
    const known = this.#plans.get(key);
    if (known !== undefined && holds(known.basis, input)) return known.plan;
    // of a planning that throws nothing is remembered
    this.#plans.delete(key);
    const reading = new Reading(input);
    const plan = planFrom(reading);
    this.#plans.set(key, { basis: reading.basis(), plan });
    return plan;
  }

  /** Forgets all other works. */
  keepOnly(keys: ReadonlySet<string>): void {
    for (const key of this.#plans.keys()) if (!keys.has(key)) this.#plans.delete(key);
  }
}
