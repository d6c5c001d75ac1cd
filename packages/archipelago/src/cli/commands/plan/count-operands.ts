import type { PlannedOperand } from '../../../reconcile/forecast/planned-operands.ts';

/** `operands: 1 to create, 2 to change, 0 to delete` */
export function countOperands(operands: readonly PlannedOperand[]): string {
  const of = (verb: PlannedOperand['verb']) => operands.filter((each) => each.verb === verb).length;
  const [created, deleted, waiting] = [of('create'), of('delete'), of('wait')];
  const changed = operands.length - created - deleted - waiting;
  const counts = `operands: ${created} to create, ${changed} to change, ${deleted} to delete`;
  return waiting === 0 ? counts : `${counts}, ${waiting} to wait for`;
}
