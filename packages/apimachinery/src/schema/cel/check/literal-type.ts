import type { LiteralValue } from '../syntax/ast.ts';
import type { CelType } from '../values/cel-type.ts';
import * as t from '../values/cel-type.ts';

/** The type of a constant in an expression. */
export function literalType(value: LiteralValue): CelType {
  if (value === null) return t.nullType;
  switch (typeof value) {
    case 'boolean':
      return t.boolType;
    case 'bigint':
      return t.intType;
    case 'number':
      return t.doubleType;
    case 'string':
      return t.stringType;
    default:
      return value instanceof Uint8Array ? t.bytesType : t.uintType;
  }
}
