import { splitFormat } from '../data/format-string.ts';
import { clauseRules } from '../library/format-clauses.ts';
import type { CallExpr, Expr } from '../syntax/ast.ts';
import type { CompileIssue } from '../syntax/compile-issues.ts';
import type { CelType, CelTypeKind } from '../values/cel-type.ts';
import * as t from '../values/cel-type.ts';
import type { CheckedExpr } from './check-expression.ts';

const accepted: Readonly<Record<string, readonly CelTypeKind[]>> = {
  s: [
    ...([
      'list',
      'map',
      'int',
      'uint',
      'double',
      'bool',
      'string',
      'timestamp',
      'bytes',
      'duration',
    ] as const),
    ...(['type', 'null'] as const),
  ],
  d: ['int', 'uint'],
  f: ['double', 'string'],
  e: ['double', 'string'],
  b: ['int', 'uint', 'bool'],
  x: ['int', 'uint', 'string', 'bytes'],
  X: ['int', 'uint', 'string', 'bytes'],
  o: ['int', 'uint'],
};

function typeOf(checked: CheckedExpr, expr: Expr): CelType {
  return checked.types.get(expr.id) ?? t.errorType;
}

/** The first expression in an argument that its clause cannot print. */
function unprintable(checked: CheckedExpr, clause: string, expr: Expr): Expr | undefined {
  const { kind } = typeOf(checked, expr);
  if (kind !== 'dyn' && accepted[clause]?.includes(kind) !== true) return expr;
  if (clause !== 's') return undefined;
  const inner = expr.kind === 'list' ? expr.elements : [];
  const entries = expr.kind === 'map' ? expr.entries.flatMap(({ key, value }) => [key, value]) : [];
  for (const part of [...inner, ...entries]) {
    const bad = unprintable(checked, clause, part);
    if (bad !== undefined) return bad;
  }
  return undefined;
}

interface FormatCall {
  readonly format: string;
  readonly args: readonly Expr[];
}

function constantFormat(call: CallExpr): FormatCall | undefined {
  const [list] = call.args;
  if (call.name !== 'format' || call.args.length !== 1 || list?.kind !== 'list') return undefined;
  const { target } = call;
  if (target?.kind !== 'literal' || typeof target.value !== 'string') return undefined;
  return { format: target.value, args: list.elements };
}

/** Checks a constant format string against the list literal it is called with. */
export function validateFormat(checked: CheckedExpr, call: CallExpr): readonly CompileIssue[] {
  const found = constantFormat(call);
  if (found === undefined) return [];
  const issue = (message: string, at: Expr = call): readonly CompileIssue[] => [
    { offset: at.offset, message },
  ];
  let used = 0;
  for (const piece of splitFormat(found.format)) {
    if (piece.kind === 'text') continue;
    const arg = found.args[used];
    if (piece.kind === 'problem') return issue(piece.message);
    if (arg === undefined) return issue(`index ${used} out of range`);
    const bad = unprintable(checked, piece.clause, arg);
    if (bad !== undefined) {
      const rule = clauseRules[piece.clause] ?? '';
      return issue(`error during formatting: ${rule}${typeOf(checked, bad).name}`, bad);
    }
    used += 1;
  }
  if (found.args.length <= used) return [];
  return issue(`too many arguments supplied to string.format (expected ${used}, got ${found.args.length})`);
}
