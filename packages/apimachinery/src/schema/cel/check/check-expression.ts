import type * as ast from '../syntax/ast.ts';
import { type Expr, operator } from '../syntax/ast.ts';
import type { CompileIssue } from '../syntax/compile-issues.ts';
import type { CelType } from '../values/cel-type.ts';
import * as t from '../values/cel-type.ts';
import { checkCall } from './check-call.ts';
import type { CheckContext, CheckEnvironment } from './check-context.ts';
import * as check from './check-context.ts';
import { checkMessage } from './check-message.ts';
import { literalType } from './literal-type.ts';
import { loopTypes } from './loop-types.ts';
import { isAssignable, isDynOrError, mostGeneral, substitute, unwrapOptional } from './type-mapping.ts';

/** A checked expression: names resolved, and per node id its type and the overloads a call may take. */
export interface CheckedExpr {
  readonly expr: Expr;
  readonly types: ReadonlyMap<number, CelType>;
  readonly overloads: ReadonlyMap<number, readonly string[]>;
  readonly typeValues: ReadonlyMap<number, CelType>;
}

function useIdentifier(context: CheckContext, expr: Expr, found: check.Identifier): Expr {
  if (found.typeValue !== undefined) context.typeValues.set(expr.id, found.typeValue);
  const ident: Expr = { kind: 'ident', id: expr.id, offset: expr.offset, name: found.name };
  return check.setType(context, ident, found.type);
}

function checkIdent(context: CheckContext, expr: ast.IdentExpr): Expr {
  const found = check.lookupIdentifier(context, expr.name);
  if (found !== undefined) return useIdentifier(context, expr, found);
  check.reportAt(context, expr, `undeclared reference to '${expr.name}' (in container '')`);
  return check.setType(context, expr, t.errorType);
}

function fieldType(context: CheckContext, at: Expr, target: CelType, field: string): CelType {
  switch (target.kind) {
    case 'map':
      return target.params[1] ?? t.dynType;
    case 'object': {
      const type = check.declaredField(context, target, field);
      if (type === undefined) check.reportAt(context, at, `undefined field '${field}'`);
      return type ?? t.errorType;
    }
    case 'param':
      isAssignable(context.mapping, t.dynType, target);
      return t.dynType;
    default:
      if (!isDynOrError(target)) {
        check.reportAt(context, at, `type '${t.typeTextInErrors(target)}' does not support field selection`);
      }
      return t.dynType;
  }
}

interface Selection {
  readonly field: string;
  readonly optional: boolean;
}

function selectedType(
  context: CheckContext,
  at: Expr,
  operand: Expr,
  { field, optional }: Selection,
): CelType {
  const target = unwrapOptional(check.resolvedType(context, operand));
  const type = fieldType(context, at, target.type, field);
  return target.optional || optional ? t.optionalType(type) : type;
}

function checkSelect(context: CheckContext, expr: ast.SelectExpr): Expr {
  const name = check.qualifiedName(expr);
  const found = name === undefined ? undefined : check.lookupIdentifier(context, name);
  if (found !== undefined) return useIdentifier(context, expr, found);
  const operand = checkExpr(context, expr.operand);
  const type = selectedType(context, expr, operand, { field: expr.field, optional: false });
  const result = expr.testOnly ? t.boolType : type;
  return check.setType(context, { ...expr, operand }, substitute(context.mapping, result, false));
}

function checkOptionalSelect(context: CheckContext, call: ast.CallExpr): Expr {
  const [target, name] = call.args;
  const field = name?.kind === 'literal' && typeof name.value === 'string' ? name.value : '';
  if (target === undefined || name === undefined) throw new Error('optional selection without operand');
  const operand = checkExpr(context, target);
  const type = selectedType(context, call, operand, { field, optional: true });
  context.overloads.set(call.id, ['select_optional_field']);
  const checked = { ...call, args: [operand, check.setType(context, name, t.stringType)] };
  return check.setType(context, checked, substitute(context.mapping, type, false));
}

function checkAnyCall(context: CheckContext, call: ast.CallExpr): Expr {
  if (call.name === operator.optionalSelect) return checkOptionalSelect(context, call);
  const args = call.args.map((arg) => checkExpr(context, arg));
  return checkCall(context, { ...call, args }, (target) => checkExpr(context, target));
}

/** Literals of mixed types are dyn here; `validateLiterals` refuses them afterwards where they are not allowed. */
function joinTypes(context: CheckContext, before: CelType | undefined, current: CelType): CelType {
  if (before === undefined) return current;
  return isAssignable(context.mapping, before, current) ? mostGeneral(before, current) : t.dynType;
}

/** The type an element adds to its list or map; `[?x]` adds what is inside the optional. */
function elementType(context: CheckContext, element: Expr, optional: boolean): CelType {
  const type = check.typeOfExpr(context, element);
  if (!optional) return type;
  const unwrapped = unwrapOptional(type);
  if (!unwrapped.optional && type.kind !== 'dyn') {
    check.reportMismatch(context, element, t.optionalType(type), type);
  }
  return unwrapped.type;
}

function checkList(context: CheckContext, expr: ast.ListExpr): Expr {
  let joined: CelType | undefined;
  const elements = expr.elements.map((element, index) => {
    const checked = checkExpr(context, element);
    joined = joinTypes(context, joined, elementType(context, checked, expr.optional.has(index)));
    return checked;
  });
  const type = t.listType(joined ?? check.newTypeVariable(context));
  return check.setType(context, { ...expr, elements }, type);
}

function checkMap(context: CheckContext, expr: ast.MapExpr): Expr {
  let keyType: CelType | undefined;
  let valueType: CelType | undefined;
  const entries = expr.entries.map((entry) => {
    const key = checkExpr(context, entry.key);
    keyType = joinTypes(context, keyType, check.typeOfExpr(context, key));
    const value = checkExpr(context, entry.value);
    valueType = joinTypes(context, valueType, elementType(context, value, entry.optional));
    return { key, value, optional: entry.optional };
  });
  const type = t.mapType(
    keyType ?? check.newTypeVariable(context),
    valueType ?? check.newTypeVariable(context),
  );
  return check.setType(context, { ...expr, entries }, type);
}

function checkComprehension(context: CheckContext, expr: ast.ComprehensionExpr): Expr {
  const range = checkExpr(context, expr.range);
  const accuInit = checkExpr(context, expr.accuInit);
  const [first, second] = loopTypes(context, range, expr.iterVar2 !== undefined);
  const accuType = check.typeOfExpr(context, accuInit);
  const outer = context.scope;
  const accuScope = { parent: outer, variables: new Map([[expr.accuVar, accuType]]) };
  const variables = new Map([[expr.iterVar, first]]);
  if (expr.iterVar2 !== undefined) variables.set(expr.iterVar2, second);
  context.scope = { parent: accuScope, variables };
  const condition = checkExpr(context, expr.condition);
  check.assertType(context, condition, t.boolType);
  const step = checkExpr(context, expr.step);
  check.assertType(context, step, accuType);
  context.scope = accuScope;
  const result = checkExpr(context, expr.result);
  context.scope = outer;
  const checked = { ...expr, range, accuInit, condition, step, result };
  return check.setType(context, checked, check.resolvedType(context, result));
}

function checkExpr(context: CheckContext, expr: Expr): Expr {
  switch (expr.kind) {
    case 'literal':
      return check.setType(context, expr, literalType(expr.value));
    case 'ident':
      return checkIdent(context, expr);
    case 'select':
      return checkSelect(context, expr);
    case 'call':
      return checkAnyCall(context, expr);
    case 'list':
      return checkList(context, expr);
    case 'map':
      return checkMap(context, expr);
    case 'message':
      return checkMessage(context, expr, checkExpr);
    case 'comprehension':
      return checkComprehension(context, expr);
  }
}

/** Resolves names and types; issues are empty when the expression is sound. */
export function checkExpression(
  parsed: Expr,
  environment: CheckEnvironment,
): { readonly checked: CheckedExpr; readonly issues: readonly CompileIssue[] } {
  const context = check.createCheckContext(environment);
  const expr = checkExpr(context, parsed);
  const types = new Map<number, CelType>();
  for (const [id, type] of context.types) types.set(id, substitute(context.mapping, type, true));
  const { overloads, typeValues, issues } = context;
  return { checked: { expr, types, overloads, typeValues }, issues };
}
