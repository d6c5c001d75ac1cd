import type { CheckedExpr } from '../check/check-expression.ts';
import type { Expr } from '../syntax/ast.ts';
import { type CelType, dynType, isOptionalType } from '../values/cel-type.ts';
import { exactly, type Interval, unbounded, union } from './interval.ts';
import type { EstimatedNode } from './library-estimates.ts';

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

export interface Local {
  readonly path: Path;
  readonly size: Interval | undefined;
  readonly members: Members | undefined;
}

/** State of estimating one expression. */
export interface Estimator {
  readonly checked: CheckedExpr;
  readonly schemaSizes: SchemaSizes;
  readonly paths: Map<number, Path>;
  readonly sizes: Map<number, Interval>;
  readonly members: Map<number, Members>;
  readonly locals: Map<string, Local[]>;
}

export const one = exactly(1n);

export function typeOf(estimator: Estimator, expr: Expr): CelType {
  return estimator.checked.types.get(expr.id) ?? dynType;
}

export function localOf(estimator: Estimator, expr: Expr): Local | undefined {
  return expr.kind === 'ident' ? estimator.locals.get(expr.name)?.at(-1) : undefined;
}

export function pathOf(estimator: Estimator, expr: Expr): Path {
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

export function knownSize(estimator: Estimator, expr: Expr): Interval | undefined {
  const known = estimator.sizes.get(expr.id) ?? literalSize(expr);
  if (known !== undefined) return known;
  const bySchema = estimator.schemaSizes(pathOf(estimator, expr));
  if (bySchema !== undefined) {
    estimator.sizes.set(expr.id, bySchema);
    return bySchema;
  }
  return isScalar(typeOf(estimator, expr)) ? one : localOf(estimator, expr)?.size;
}

export function sizeOf(estimator: Estimator, expr: Expr): Interval {
  return knownSize(estimator, expr) ?? unbounded;
}

export function membersOf(estimator: Estimator, expr: Expr): Members | undefined {
  return estimator.members.get(expr.id) ?? localOf(estimator, expr)?.members;
}

export function unionMembers(a: Members | undefined, b: Members | undefined): Members | undefined {
  if (a === undefined || b === undefined) return undefined;
  return { container: a.container, key: union(a.key, b.key), value: union(a.value, b.value) };
}

export function nodeOf(estimator: Estimator, expr: Expr): EstimatedNode {
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

/** What is known of one expression's size holds for another. */
export function copySizes(estimator: Estimator, to: Expr, from: Expr): void {
  const size = knownSize(estimator, from);
  const members = membersOf(estimator, from);
  if (size !== undefined) estimator.sizes.set(to.id, size);
  if (members !== undefined) estimator.members.set(to.id, members);
}
