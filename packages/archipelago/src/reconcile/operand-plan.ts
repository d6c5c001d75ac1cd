import type { Operand } from '../config/framework/operand.ts';
import type { Plan } from '../engine/plan/plan.ts';
import type { PlanItem } from '../engine/plan/plan-item.ts';
import type { OperandFinding } from './operand-finding.ts';
import type { Remembered } from './remember.ts';

/** What is to be remembered of an object. */
export interface Lesson {
  readonly operand: Operand;
  /** `Kind/namespace/name`. */
  readonly object: string;
  readonly remembered: Remembered;
}

/** The next step from the operands that are there to those that are wanted. */
export interface OperandPlan extends Plan<OperandFinding, never> {
  /** Of objects that are as they should be, while what is remembered of them is out of date: the answer to a write was lost say. */
  readonly learned: readonly Lesson[];
}

/** What the planner has to say about one object. */
export type OperandItem = PlanItem<OperandFinding> | { readonly kind: 'lesson'; readonly lesson: Lesson };
