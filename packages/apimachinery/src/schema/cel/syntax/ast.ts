/** Marks an unsigned literal or value; `int` is a plain bigint. */
export interface UintLiteral {
  readonly kind: 'uint';
  readonly value: bigint;
}

/** bigint is int, number is double. */
export type LiteralValue = null | boolean | bigint | UintLiteral | number | string | Uint8Array;

/** `offset` counts code points from the start of the source; `id` is unique in one parsed expression. */
interface Node {
  readonly id: number;
  readonly offset: number;
}

export interface LiteralExpr extends Node {
  readonly kind: 'literal';
  readonly value: LiteralValue;
}

export interface IdentExpr extends Node {
  readonly kind: 'ident';
  readonly name: string;
}

export interface SelectExpr extends Node {
  readonly kind: 'select';
  readonly operand: Expr;
  readonly field: string;
  /** True for `has(a.b)`. */
  readonly testOnly: boolean;
}

export interface CallExpr extends Node {
  readonly kind: 'call';
  readonly name: string;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
}

export interface ListExpr extends Node {
  readonly kind: 'list';
  readonly elements: readonly Expr[];
  /** Indices of `[?x]` elements. */
  readonly optional: ReadonlySet<number>;
}

export interface MapEntry {
  readonly key: Expr;
  readonly value: Expr;
  readonly optional: boolean;
}

export interface MapExpr extends Node {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
}

export interface MessageField {
  readonly name: string;
  /** Of the colon. */
  readonly offset: number;
  readonly value: Expr;
  readonly optional: boolean;
}

/** `a.b.Name{field: value}` */
export interface MessageExpr extends Node {
  readonly kind: 'message';
  readonly name: string;
  readonly fields: readonly MessageField[];
}

/** The loop every macro becomes: fold `step` over `range` into `accu` while `condition`, then `result`. */
export interface ComprehensionExpr extends Node {
  readonly kind: 'comprehension';
  readonly range: Expr;
  readonly iterVar: string;
  readonly iterVar2: string | undefined;
  readonly accuVar: string;
  readonly accuInit: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

export type Expr =
  | LiteralExpr
  | IdentExpr
  | SelectExpr
  | CallExpr
  | ListExpr
  | MapExpr
  | MessageExpr
  | ComprehensionExpr;

/** Operators are functions with these names. */
export const operator = {
  and: '_&&_',
  or: '_||_',
  not: '!_',
  negate: '-_',
  conditional: '_?_:_',
  equals: '_==_',
  notEquals: '_!=_',
  less: '_<_',
  lessEquals: '_<=_',
  greater: '_>_',
  greaterEquals: '_>=_',
  add: '_+_',
  subtract: '_-_',
  multiply: '_*_',
  divide: '_/_',
  modulo: '_%_',
  in: '@in',
  index: '_[_]',
  optionalIndex: '_[?_]',
  optionalSelect: '_?._',
  notStrictlyFalse: '@not_strictly_false',
  mapInsert: 'cel.@mapInsert',
} as const;

/** The hidden variable macros collect their result in. */
export const accumulatorName = '@result';

/** Direct sub-expressions in evaluation order. */
export function childrenOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'literal':
    case 'ident':
      return [];
    case 'select':
      return [expr.operand];
    case 'call':
      return expr.target === undefined ? expr.args : [expr.target, ...expr.args];
    case 'list':
      return expr.elements;
    case 'map':
      return expr.entries.flatMap((entry) => [entry.key, entry.value]);
    case 'message':
      return expr.fields.map(({ value }) => value);
    case 'comprehension':
      return [expr.range, expr.accuInit, expr.condition, expr.step, expr.result];
  }
}

/** Calls `visit` for the expression and everything below it, outermost first. */
export function walkExpr(expr: Expr, visit: (expr: Expr) => void): void {
  visit(expr);
  for (const child of childrenOf(expr)) walkExpr(child, visit);
}
