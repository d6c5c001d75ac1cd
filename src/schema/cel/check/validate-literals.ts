import { parseGoDuration } from '../../go-duration.ts';
import { compileRegex } from '../regex.ts';
import { parseRfc3339 } from '../runtime/time.ts';
import { type CallExpr, type Expr, walkExpr } from '../syntax/ast.ts';
import type { CompileIssue } from '../syntax/compile-issues.ts';
import type { CheckedExpr } from './check-expression.ts';

const literalChecks: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['duration', (text: string) => parseGoDuration(text).ok],
  ['timestamp', (text: string) => parseRfc3339(text) !== undefined],
  ['matches', (text: string) => typeof compileRegex(text) !== 'string'],
]);

function checkLiteralArgument(call: CallExpr): CompileIssue | undefined {
  const check = literalChecks.get(call.name);
  const [arg] = call.args;
  if (check === undefined || arg?.kind !== 'literal') return undefined;
  const fine = typeof arg.value !== 'string' || check(arg.value);
  return fine ? undefined : { offset: arg.offset, message: `invalid ${call.name} argument` };
}

/** What the server finds wrong with constants after types are checked: durations, times and patterns. */
export function validateLiterals(checked: CheckedExpr): readonly CompileIssue[] {
  const issues: CompileIssue[] = [];
  walkExpr(checked.expr, (expr: Expr) => {
    const issue = expr.kind === 'call' ? checkLiteralArgument(expr) : undefined;
    if (issue !== undefined) issues.push(issue);
  });
  return issues;
}
