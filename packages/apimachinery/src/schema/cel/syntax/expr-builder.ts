import {
  accumulatorName,
  type CallExpr,
  type ComprehensionExpr,
  type Expr,
  type LiteralValue,
} from './ast.ts';

/** Gives every node of one expression its id. */
export interface IdSource {
  next(): number;
}

export function createIdSource(): IdSource {
  let last = 0;
  return {
    next: () => {
      last += 1;
      return last;
    },
  };
}

export type Loop = Omit<ComprehensionExpr, 'kind' | 'id' | 'offset'>;

/** Makes the nodes a macro expands to; all stand at the place of the macro call. */
export interface ExprBuilder {
  literal(value: LiteralValue): Expr;
  ident(name: string): Expr;
  accumulator(): Expr;
  call(name: string, ...args: Expr[]): CallExpr;
  memberCall(name: string, target: Expr, ...args: Expr[]): CallExpr;
  list(...elements: Expr[]): Expr;
  emptyMap(): Expr;
  comprehension(loop: Loop): Expr;
  copy(expr: Expr): Expr;
}

function copyExpr(expr: Expr, ids: IdSource): Expr {
  const copy = (inner: Expr): Expr => copyExpr(inner, ids);
  const id = ids.next();
  switch (expr.kind) {
    case 'literal':
    case 'ident':
      return { ...expr, id };
    case 'select':
      return { ...expr, id, operand: copy(expr.operand) };
    case 'call':
      return { ...expr, id, target: expr.target && copy(expr.target), args: expr.args.map(copy) };
    case 'list':
      return { ...expr, id, elements: expr.elements.map(copy) };
    case 'map':
      return {
        ...expr,
        id,
        entries: expr.entries.map((e) => ({ ...e, key: copy(e.key), value: copy(e.value) })),
      };
    case 'message':
      return { ...expr, id, fields: expr.fields.map((field) => ({ ...field, value: copy(field.value) })) };
    case 'comprehension':
      return {
        ...expr,
        id,
        range: copy(expr.range),
        accuInit: copy(expr.accuInit),
        condition: copy(expr.condition),
        step: copy(expr.step),
        result: copy(expr.result),
      };
  }
}

export function createExprBuilder(ids: IdSource, offset: number): ExprBuilder {
  const node = (): { id: number; offset: number } => ({ id: ids.next(), offset });
  const ident = (name: string): Expr => ({ kind: 'ident', ...node(), name });
  return {
    literal: (value) => ({ kind: 'literal', ...node(), value }),
    ident,
    accumulator: () => ident(accumulatorName),
    call: (name, ...args) => ({ kind: 'call', ...node(), name, target: undefined, args }),
    memberCall: (name, target, ...args) => ({ kind: 'call', ...node(), name, target, args }),
    list: (...elements) => ({ kind: 'list', ...node(), elements, optional: new Set() }),
    emptyMap: () => ({ kind: 'map', ...node(), entries: [] }),
    comprehension: (loop) => ({ kind: 'comprehension', ...node(), ...loop }),
    copy: (expr) => copyExpr(expr, ids),
  };
}
