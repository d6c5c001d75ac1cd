import type { CelType } from '../cel-type.ts';
import { dynType, isOptionalType } from '../cel-type.ts';
import type { CheckedExpr } from '../check/check-expression.ts';
import type * as ast from '../syntax/ast.ts';
import { accumulatorName, type Expr } from '../syntax/ast.ts';
import { exactly, type Interval, nothing, plus, times, unbounded, union } from './interval.ts';
import { languageEstimate, sumOf } from './language-estimates.ts';
import {
  type CallEstimate,
  type EstimatedCall,
  type EstimatedNode,
  libraryEstimate,
} from './library-estimates.ts';

/** Where a value stands in the schema: `self`, field names, `@items`, `@values`, `@keys`. */
type Path = readonly string[];

/** Sizes the schema allows; undefined where it says nothing. */
export type SchemaSizes = (path: Path) => Interval | undefined;

/** Sizes of the members of a list or map. */
interface Members {
  readonly container: 'list' | 'map';
  readonly key: Interval;
  readonly value: Interval;
}

interface Local {
  readonly path: Path;
  readonly size: Interval | undefined;
  readonly members: Members | undefined;
}

interface Estimator {
  readonly checked: CheckedExpr;
  readonly schemaSizes: SchemaSizes;
  readonly paths: Map<number, Path>;
  readonly sizes: Map<number, Interval>;
  readonly members: Map<number, Members>;
  readonly locals: Map<string, Local[]>;
}

const one = exactly(1n);

function typeOf(estimator: Estimator, expr: Expr): CelType {
  return estimator.checked.types.get(expr.id) ?? dynType;
}

function localOf(estimator: Estimator, expr: Expr): Local | undefined {
  return expr.kind === 'ident' ? estimator.locals.get(expr.name)?.at(-1) : undefined;
}

function pathOf(estimator: Estimator, expr: Expr): Path {
  return localOf(estimator, expr)?.path ?? estimator.paths.get(expr.id) ?? [];
}

function literalSize(expr: Expr): Interval | undefined {
  if (expr.kind === 'list') return exactly(BigInt(expr.elements.length));
  if (expr.kind === 'map') return exactly(BigInt(expr.entries.length));
  if (expr.kind !== 'literal') return undefined;
  if (typeof expr.value === 'string') return exactly(BigInt(Array.from(expr.value).length));
  return exactly(expr.value instanceof Uint8Array ? BigInt(expr.value.length) : 1n);
}

function isScalar(type: CelType): boolean {
  if (['bool', 'double', 'duration', 'int', 'timestamp', 'uint'].includes(type.kind)) return true;
  const [inner] = type.params;
  return isOptionalType(type) && inner !== undefined && isScalar(inner);
}

function knownSize(estimator: Estimator, expr: Expr): Interval | undefined {
  const known = estimator.sizes.get(expr.id) ?? literalSize(expr);
  if (known !== undefined) return known;
  const bySchema = estimator.schemaSizes(pathOf(estimator, expr));
  if (bySchema !== undefined) {
    estimator.sizes.set(expr.id, bySchema);
    return bySchema;
  }
  return isScalar(typeOf(estimator, expr)) ? one : localOf(estimator, expr)?.size;
}

function sizeOf(estimator: Estimator, expr: Expr): Interval {
  return knownSize(estimator, expr) ?? unbounded;
}

function membersOf(estimator: Estimator, expr: Expr): Members | undefined {
  return estimator.members.get(expr.id) ?? localOf(estimator, expr)?.members;
}

function unionMembers(a: Members | undefined, b: Members | undefined): Members | undefined {
  if (a === undefined || b === undefined) return undefined;
  return { container: a.container, key: union(a.key, b.key), value: union(a.value, b.value) };
}

function nodeOf(estimator: Estimator, expr: Expr): EstimatedNode {
  const path = pathOf(estimator, expr);
  const type = typeOf(estimator, expr);
  return {
    type,
    expr,
    size: knownSize(estimator, expr),
    items: () => {
      const [item] = type.params;
      if (item === undefined) return undefined;
      const size = path.length === 0 ? undefined : estimator.schemaSizes([...path, '@items']);
      return { type: item, expr: undefined, size, items: () => undefined };
    },
  };
}

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

function copySizes(estimator: Estimator, to: Expr, from: Expr): void {
  const size = knownSize(estimator, from);
  const members = membersOf(estimator, from);
  if (size !== undefined) estimator.sizes.set(to.id, size);
  if (members !== undefined) estimator.members.set(to.id, members);
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

const sums: ReadonlySet<string> = new Set(['add_list', 'add_string', 'add_bytes', 'conditional']);

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

function withLocal<T>(estimator: Estimator, name: string, local: Local, run: () => T): T {
  const stack = estimator.locals.get(name) ?? [];
  estimator.locals.set(name, stack);
  stack.push(local);
  const result = run();
  stack.pop();
  return result;
}

function accumulator(estimator: Estimator, expr: Expr): Local {
  return {
    path: pathOf(estimator, expr),
    size: knownSize(estimator, expr),
    members: membersOf(estimator, expr),
  };
}

/** A loop variable: the keys or the values of what is looped over. */
function loopVariable(estimator: Estimator, range: Expr, part: 'key' | 'value' | 'single'): Local {
  const members = membersOf(estimator, range);
  const container = members?.container ?? (typeOf(estimator, range).kind === 'list' ? 'list' : 'map');
  const values = part === 'value' || (part === 'single' && container === 'list');
  const steps = container === 'list' ? ['@indices', '@items'] : ['@keys', '@values'];
  const path = [...pathOf(estimator, range), steps[values ? 1 : 0] ?? ''];
  return { path, size: values ? members?.value : members?.key, members: undefined };
}

function costOfTurn(estimator: Estimator, loop: ast.ComprehensionExpr): Interval {
  const turn = (): Interval => {
    const condition = costOf(estimator, loop.condition);
    return plus(condition, costOf(estimator, loop.step));
  };
  const { iterVar2, range } = loop;
  if (iterVar2 === undefined) {
    return withLocal(estimator, loop.iterVar, loopVariable(estimator, range, 'single'), turn);
  }
  const value = loopVariable(estimator, range, 'value');
  return withLocal(estimator, loop.iterVar, loopVariable(estimator, range, 'key'), () =>
    withLocal(estimator, iterVar2, value, turn),
  );
}

function isBinding({ range, condition, accuVar }: ast.ComprehensionExpr): boolean {
  const never = condition.kind === 'literal' && condition.value === false;
  return range.kind === 'list' && range.elements.length === 0 && never && accuVar !== accumulatorName;
}

function rememberResult(estimator: Estimator, loop: ast.ComprehensionExpr, turns: Interval): void {
  if (loop.accuInit.kind === 'literal') {
    const size = knownSize(estimator, loop.accuInit);
    if (size !== undefined) estimator.sizes.set(loop.id, size);
  } else if (loop.accuInit.kind === 'list' || loop.accuInit.kind === 'map') {
    estimator.sizes.set(loop.id, turns);
    const members = membersOf(estimator, loop.step);
    if (members !== undefined) estimator.members.set(loop.id, members);
  }
}

function costOfLoop(estimator: Estimator, loop: ast.ComprehensionExpr): Interval {
  const before = plus(costOf(estimator, loop.range), costOf(estimator, loop.accuInit));
  const accu = accumulator(estimator, loop.accuInit);
  if (isBinding(loop)) {
    return withLocal(estimator, loop.accuVar, accu, () => {
      const cost = plus(before, costOf(estimator, loop.result));
      copySizes(estimator, loop, loop.result);
      return cost;
    });
  }
  return withLocal(estimator, loop.accuVar, accu, () => {
    const turn = costOfTurn(estimator, loop);
    const result = costOf(estimator, loop.result);
    const turns = sizeOf(estimator, loop.range);
    rememberResult(estimator, loop, turns);
    return plus(plus(before, result), times(turns, turn));
  });
}

function costOf(estimator: Estimator, expr: Expr): Interval {
  switch (expr.kind) {
    case 'literal':
    case 'struct':
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
      return costOfLoop(estimator, expr);
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
