import type { FunctionTable } from '../functions/function-table.ts';
import type { Expr } from '../syntax/ast.ts';
import type { CompileIssue } from '../syntax/compile-issues.ts';
import type { CelType } from '../values/cel-type.ts';
import * as t from '../values/cel-type.ts';
import { libraryTypes } from '../values/cel-value.ts';
import type { MessageTypes } from '../values/message-types.ts';
import { createTypeMapping, isAssignable, substitute, type TypeMapping } from './type-mapping.ts';

/** Fields of object types, by type name. */
export type ObjectTypes = ReadonlyMap<string, ReadonlyMap<string, CelType>>;

/** What an expression may use. */
export interface CheckEnvironment {
  readonly functions: FunctionTable;
  readonly variables: ReadonlyMap<string, CelType>;
  readonly objects: ObjectTypes;
  /** Types whose values expressions may make. */
  readonly messages?: MessageTypes | undefined;
}

/** Checks an expression and what is below it. */
export type CheckExpr = (context: CheckContext, expr: Expr) => Expr;

export interface Scope {
  readonly parent: Scope | undefined;
  readonly variables: ReadonlyMap<string, CelType>;
}

/** What a name stands for: a variable, or a type as a value. */
export interface Identifier {
  readonly name: string;
  readonly type: CelType;
  readonly typeValue: CelType | undefined;
}

/** State of checking one expression. */
export interface CheckContext {
  readonly environment: CheckEnvironment;
  readonly mapping: TypeMapping;
  readonly types: Map<number, CelType>;
  readonly overloads: Map<number, readonly string[]>;
  /** Type names used as values. */
  readonly typeValues: Map<number, CelType>;
  readonly issues: CompileIssue[];
  scope: Scope;
  nextTypeVariable: number;
}

export function createCheckContext(environment: CheckEnvironment): CheckContext {
  return {
    environment,
    mapping: createTypeMapping(),
    types: new Map(),
    overloads: new Map(),
    typeValues: new Map(),
    issues: [],
    scope: { parent: undefined, variables: environment.variables },
    nextTypeVariable: 0,
  };
}

export function newTypeVariable(context: CheckContext): CelType {
  const variable = t.typeParam(`_var${context.nextTypeVariable}`);
  context.nextTypeVariable += 1;
  return variable;
}

export function reportAt(context: CheckContext, expr: Expr, message: string): void {
  context.issues.push({ offset: expr.offset, message });
}

export function reportMismatch(context: CheckContext, expr: Expr, expected: CelType, actual: CelType): void {
  const want = t.typeTextInErrors(expected);
  reportAt(context, expr, `expected type '${want}' but found '${t.typeTextInErrors(actual)}'`);
}

export function typeOfExpr(context: CheckContext, expr: Expr): CelType {
  return context.types.get(expr.id) ?? t.errorType;
}

export function setType<E extends Expr>(context: CheckContext, expr: E, type: CelType): E {
  context.types.set(expr.id, type);
  return expr;
}

/** The type of an expression as far as it is known now. */
export function resolvedType(context: CheckContext, expr: Expr): CelType {
  return substitute(context.mapping, typeOfExpr(context, expr), false);
}

export function assertType(context: CheckContext, expr: Expr, expected: CelType): void {
  const actual = typeOfExpr(context, expr);
  if (!isAssignable(context.mapping, expected, actual)) reportMismatch(context, expr, expected, actual);
}

const typeNames: ReadonlyMap<string, CelType> = new Map(
  [
    ...[t.boolType, t.intType, t.uintType, t.doubleType, t.stringType, t.bytesType, t.nullType, t.typeType],
    ...[t.durationType, t.timestampType, t.listType(t.dynType), t.mapType(t.dynType, t.dynType)],
    ...[t.opaqueType('optional_type'), libraryTypes.ip, libraryTypes.cidr],
  ].map((type) => [type.name, type] as const),
);

/** Finds a variable (innermost scope first) or a type by its name; a leading dot means the outermost scope. */
export function lookupIdentifier(context: CheckContext, name: string): Identifier | undefined {
  const plain = name.startsWith('.') ? name.slice(1) : name;
  for (let scope: Scope | undefined = context.scope; scope !== undefined; scope = scope.parent) {
    const type = scope.variables.get(plain);
    if (type !== undefined) return { name: plain, type, typeValue: undefined };
  }
  const typeValue = typeNames.get(plain) ?? context.environment.messages?.get(plain)?.type;
  return typeValue === undefined ? undefined : { name: plain, type: t.typeOf(typeValue), typeValue };
}

/** The type of a field of an object type; undefined where it has none of this name. */
export function declaredField(
  { environment }: CheckContext,
  { name }: CelType,
  field: string,
): CelType | undefined {
  return environment.objects.get(name)?.get(field) ?? environment.messages?.get(name)?.fieldType(field);
}

/** `a.b.c` as one name, undefined when the expression is more than names joined by dots. */
export function qualifiedName(expr: Expr): string | undefined {
  if (expr.kind === 'ident') return expr.name;
  if (expr.kind !== 'select' || expr.testOnly) return undefined;
  const prefix = qualifiedName(expr.operand);
  return prefix === undefined ? undefined : `${prefix}.${expr.field}`;
}
