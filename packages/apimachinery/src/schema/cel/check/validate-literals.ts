import { parseGoDuration } from '../../../go-text/go-duration.ts';
import { compileRegex } from '../data/regex.ts';
import { parseRfc3339 } from '../data/time.ts';
import type * as ast from '../syntax/ast.ts';
import { childrenOf, type Expr } from '../syntax/ast.ts';
import type { CompileIssue } from '../syntax/compile-issues.ts';
import type { CelType } from '../values/cel-type.ts';
import * as t from '../values/cel-type.ts';
import { isError } from '../values/cel-value.ts';
import { checkedTimestamp } from '../values/numbers.ts';
import type { CheckedExpr } from './check-expression.ts';
import { validateFormat } from './validate-format.ts';

type LiteralCheck = (value: ast.LiteralValue) => boolean;

function isTimestamp(value: ast.LiteralValue): boolean {
  if (typeof value === 'bigint') return !isError(checkedTimestamp(value * 1_000_000_000n));
  const time = typeof value === 'string' ? parseRfc3339(value) : undefined;
  return time !== undefined && !isError(checkedTimestamp(time.nanos));
}

/** A duration cannot be written as a plain number, although the conversion exists. */
const literalChecks: ReadonlyMap<string, LiteralCheck> = new Map<string, LiteralCheck>([
  ['duration', (value) => typeof value === 'string' && parseGoDuration(value).ok],
  ['timestamp', isTimestamp],
  ['matches', (value) => typeof value !== 'string' || typeof compileRegex(value) !== 'string'],
]);

function checkLiteralArgument(call: ast.CallExpr): readonly CompileIssue[] {
  const check = literalChecks.get(call.name);
  const [arg] = call.args;
  if (check === undefined || arg?.kind !== 'literal' || check(arg.value)) return [];
  return [{ offset: arg.offset, message: `invalid ${call.name} argument` }];
}

interface Member {
  readonly expr: Expr;
  readonly type: CelType;
}

function member(checked: CheckedExpr, expr: Expr, optional: boolean): Member {
  const type = checked.types.get(expr.id) ?? t.errorType;
  return { expr, type: optional ? (type.params[0] ?? type) : type };
}

/** Members whose type is not that of the first. */
function strangers(members: readonly Member[]): readonly CompileIssue[] {
  const [first, ...others] = members;
  if (first === undefined) return [];
  return others
    .filter(({ type }) => !t.sameType(first.type, type))
    .map(({ expr, type }) => {
      const [want, have] = [t.typeTextInErrors(first.type), t.typeTextInErrors(type)];
      return { offset: expr.offset, message: `expected type '${want}' but found '${have}'` };
    });
}

function checkList(checked: CheckedExpr, list: ast.ListExpr): readonly CompileIssue[] {
  const members = list.elements.map((element, index) => member(checked, element, list.optional.has(index)));
  return strangers(members).slice(0, 1);
}

function checkMap(checked: CheckedExpr, map: ast.MapExpr): readonly CompileIssue[] {
  const keys = map.entries.map(({ key }) => member(checked, key, false));
  const values = map.entries.map(({ value, optional }) => member(checked, value, optional));
  return [...strangers(keys), ...strangers(values)];
}

function issuesAt(checked: CheckedExpr, expr: Expr, inFormat: boolean): readonly CompileIssue[] {
  if (expr.kind === 'call') return [...checkLiteralArgument(expr), ...validateFormat(checked, expr)];
  if (inFormat) return [];
  if (expr.kind === 'list') return checkList(checked, expr);
  return expr.kind === 'map' ? checkMap(checked, expr) : [];
}

/**
 * What the server finds wrong with constants once the types are sound: durations, times, patterns, format strings, and
 * literals of mixed types anywhere but in the arguments of a format.
 */
export function validateLiterals(checked: CheckedExpr): readonly CompileIssue[] {
  const issues: CompileIssue[] = [];
  const visit = (expr: Expr, inFormat: boolean): void => {
    issues.push(...issuesAt(checked, expr, inFormat));
    const inside = inFormat || (expr.kind === 'call' && expr.name === 'format');
    for (const child of childrenOf(expr)) visit(child, inside);
  };
  visit(checked.expr, false);
  return issues;
}
