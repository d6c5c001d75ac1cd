import type { Expr } from '../syntax/ast.ts';
import type { CelType } from '../values/cel-type.ts';
import * as t from '../values/cel-type.ts';
import { type CheckContext, reportAt, resolvedType } from './check-context.ts';
import { isAssignable, isDynOrError } from './type-mapping.ts';

/** Types of the first and the second loop variable. */
type LoopTypes = readonly [CelType, CelType];

function notARange(context: CheckContext, range: Expr, type: CelType): LoopTypes {
  const text = t.typeTextInErrors(type);
  const rule = 'cannot be range of a comprehension (must be list, map, or dynamic)';
  reportAt(context, range, `expression of type '${text}' ${rule}`);
  return [t.errorType, t.errorType];
}

/** The variables of a loop over `range`; with two, the first of a list is the index. */
export function loopTypes(context: CheckContext, range: Expr, two: boolean): LoopTypes {
  const type = resolvedType(context, range);
  const [first = t.dynType, second = t.dynType] = type.params;
  if (type.kind === 'list') return [two ? t.intType : first, first];
  if (type.kind === 'map') return [first, second];
  if (!isDynOrError(type) && type.kind !== 'param') return notARange(context, range, type);
  isAssignable(context.mapping, t.dynType, type);
  return [t.dynType, t.dynType];
}
