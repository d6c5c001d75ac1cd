import type { CheckedExpr } from '../check/check-expression.ts';
import type * as ast from '../syntax/ast.ts';
import type { Expr } from '../syntax/ast.ts';
import {
  copySizes,
  type Estimator,
  knownSize,
  localOf,
  membersOf,
  nodeOf,
  one,
  pathOf,
  type SchemaSizes,
  sizeOf,
  typeOf,
  unionMembers,
} from './estimator.ts';
import { exactly, type Interval, nothing, plus, unbounded, union } from './interval.ts';
import { languageEstimate, sumOf } from './language-estimates.ts';
import { type CallEstimate, type EstimatedCall, libraryEstimate } from './library-estimates.ts';
import { costOfLoop } from './loop-cost.ts';

function costOfIdent(estimator: Estimator, expr: ast.IdentExpr): Interval {
  estimator.paths.set(expr.id, localOf(estimator, expr)?.path ?? [expr.name]);
  return one;
}

function costOfSelect(estimator: Estimator, expr: ast.SelectExpr): Interval {
  const operand = costOf(estimator, expr.operand);
  if (expr.testOnly) return operand;
  estimator.paths.set(expr.id, [...pathOf(estimator, expr.operand), expr.field]);
  const { kind } = typeOf(estimator, expr.operand);
  return kind === 'map' || kind === 'object' || kind === 'param' ? plus(operand, one) : operand;
}

/** What a conditional or sum says about the members of its result. */
function rememberMembers(estimator: Estimator, call: ast.CallExpr, overload: string): void {
  const [first, second, third] = call.args;
  const sum = overload.startsWith('add_');
  const [a, b] = sum ? [first, second] : [second, third];
  if (a === undefined || b === undefined) return;
  const members = unionMembers(membersOf(estimator, a), membersOf(estimator, b));
  if (members !== undefined) estimator.members.set(call.id, members);
}

/** The size of an indexed item, and its place in the schema. */
function indexedSize(estimator: Estimator, call: ast.CallExpr, overload: string): Interval | undefined {
  const [container] = call.args;
  if (container === undefined || (overload !== 'index_list' && overload !== 'index_map')) return undefined;
  const step = overload === 'index_list' ? '@items' : '@values';
  estimator.paths.set(call.id, [...pathOf(estimator, container), step]);
  return membersOf(estimator, container)?.value;
}

const sums: ReadonlySet<string> = new Set(['add_list', 'conditional']);

function estimateOverload(call: EstimatedCall, argCosts: readonly Interval[]): CallEstimate {
  const own = libraryEstimate(call);
  return own === undefined
    ? languageEstimate(call, argCosts)
    : { ...own, cost: plus(own.cost, sumOf(argCosts)) };
}

function unionSizes(a: Interval | undefined, b: Interval | undefined): Interval | undefined {
  return a === undefined || b === undefined ? (a ?? b) : union(a, b);
}

function costOfCall(estimator: Estimator, call: ast.CallExpr): Interval {
  const [first] = call.args;
  if (call.name === 'dyn' && first !== undefined) {
    const cost = costOf(estimator, first);
    copySizes(estimator, call, first);
    return plus(one, cost);
  }
  return costOfOverloads(estimator, call);
}

/** The cheapest to the dearest of the overloads a call may take. */
function costOfOverloads(estimator: Estimator, call: ast.CallExpr): Interval {
  const argCosts = call.args.map((arg) => costOf(estimator, arg));
  const args = call.args.map((arg) => nodeOf(estimator, arg));
  const targetCost = call.target === undefined ? nothing : costOf(estimator, call.target);
  const target = call.target === undefined ? undefined : nodeOf(estimator, call.target);
  let cost: Interval = { min: unbounded.max, max: 0n };
  let size: Interval | undefined;
  for (const overload of estimator.checked.overloads.get(call.id) ?? []) {
    const estimate = estimateOverload({ name: call.name, overload, target, args }, argCosts);
    cost = union(cost, estimate.cost);
    size = unionSizes(size, estimate.size);
    if (sums.has(overload)) rememberMembers(estimator, call, overload);
    if (overload.startsWith('index_')) size = indexedSize(estimator, call, overload);
    size ??= knownSize(estimator, call);
  }
  if (size !== undefined) estimator.sizes.set(call.id, size);
  return plus(targetCost, cost);
}

const noMember: Interval = { min: unbounded.max, max: 0n };

function costOfList(estimator: Estimator, expr: ast.ListExpr): Interval {
  let cost = exactly(10n);
  let value = expr.elements.length === 0 ? nothing : noMember;
  for (const element of expr.elements) {
    cost = plus(cost, costOf(estimator, element));
    value = union(value, sizeOf(estimator, element));
  }
  estimator.members.set(expr.id, { container: 'list', key: one, value });
  return cost;
}

function costOfMap(estimator: Estimator, expr: ast.MapExpr): Interval {
  let cost = exactly(30n);
  let key = expr.entries.length === 0 ? nothing : noMember;
  let value = key;
  for (const entry of expr.entries) {
    cost = plus(plus(cost, costOf(estimator, entry.key)), costOf(estimator, entry.value));
    key = union(key, sizeOf(estimator, entry.key));
    value = union(value, sizeOf(estimator, entry.value));
  }
  estimator.members.set(expr.id, { container: 'map', key, value });
  return cost;
}

function costOf(estimator: Estimator, expr: Expr): Interval {
  switch (expr.kind) {
    case 'literal':
    case 'message':
      return nothing;
    case 'ident':
      return costOfIdent(estimator, expr);
    case 'select':
      return costOfSelect(estimator, expr);
    case 'call':
      return costOfCall(estimator, expr);
    case 'list':
      return costOfList(estimator, expr);
    case 'map':
      return costOfMap(estimator, expr);
    case 'comprehension':
      return costOfLoop(estimator, expr, (part) => costOf(estimator, part));
  }
}

/** The least and the most an expression can cost with values the schema allows. */
export function estimateCost(checked: CheckedExpr, schemaSizes: SchemaSizes): Interval {
  return costOf(
    {
      checked,
      schemaSizes,
      paths: new Map(),
      sizes: new Map(),
      members: new Map(),
      locals: new Map(),
    },
    checked.expr,
  );
}
