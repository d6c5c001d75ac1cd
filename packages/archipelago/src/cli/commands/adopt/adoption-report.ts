import type { Finding } from '../../../api/finding.ts';
import type { LeftBehind } from '../../../reconcile/forecast/left-behind.ts';
import type { PlannedOperand } from '../../../reconcile/forecast/planned-operands.ts';
import type { TakeoverState } from '../../../reconcile/takeover/takeover-state.ts';
import type { TakeoverStep } from '../../../reconcile/takeover/takeover-step.ts';

/** What taking over, or giving back, would do. */
export interface AdoptionReport {
  readonly state: TakeoverState;
  /** While there is any, nothing is done. */
  readonly refusals: readonly Finding[];
  readonly steps: readonly TakeoverStep[];
  /** What Archipelago would change of operands once it leads; absent: it is not to lead. */
  readonly operands?: readonly PlannedOperand[];
  readonly stays: readonly string[];
  /** What of the other operator nobody looks after any more. */
  readonly leftBehind: readonly LeftBehind[];
}
