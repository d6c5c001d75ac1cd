import { type JsonObject, listAt } from '@archipelago/apimachinery';
import type { Operand } from '../config/framework/operand.ts';
import type { OperandReport } from '../reconcile/conditions.ts';
import { isTerminating } from '../reconcile/is-terminating.ts';
import type { Live } from '../reconcile/live.ts';

/** A wanted operand as it is now. */
interface OperandState {
  readonly operand: Operand;
  readonly live: Live;
}

/** What operands say about themselves; one that is wanted and not there, or about to go, has nothing to say. */
export function reportsOf(states: readonly OperandState[]): readonly OperandReport[] {
  return states.flatMap(({ operand, live }) => {
    if (!operand.reportsConditions || live.state === 'notServed' || live.state === 'forbidden') return [];
    const object = live.state === 'present' && !isTerminating(live.object) ? live.object : {};
    return [{ kind: operand.kind, conditions: listAt(object, 'status', 'conditions') }];
  });
}

/** The operands that are there. */
export function presentObjects(states: readonly OperandState[]): readonly JsonObject[] {
  return states.flatMap(({ live }) => (live.state === 'present' ? [live.object] : []));
}
