import { printFieldPath } from '../config/framework/field-path.ts';
import type { Operand } from '../config/framework/operand.ts';
import type { FieldDifference } from '../engine/plan/action.ts';

/** Whether a difference is in a field that cannot be changed: the object has to be made anew. */
export function isImmutable({ immutable }: Operand, found: readonly FieldDifference[]): boolean {
  return found.some(({ path }) => {
    const field = printFieldPath(path);
    return immutable.some((name) => field === name || field.startsWith(`${name}.`));
  });
}
