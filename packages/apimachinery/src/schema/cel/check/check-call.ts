import type { CelFunction, Overload } from '../functions/function-table.ts';
import { type CallExpr, type Expr, operator } from '../syntax/ast.ts';
import type { CelType } from '../values/cel-type.ts';
import * as t from '../values/cel-type.ts';
import type { CheckContext } from './check-context.ts';
import * as check from './check-context.ts';
import { isAssignable, isAssignableList, substitute, type TypeMapping } from './type-mapping.ts';

interface Resolution {
  readonly type: CelType;
  readonly overloads: readonly string[];
}

/** Type variables of a signature get fresh names in every call. */
function instantiate(context: CheckContext, overload: Overload): readonly CelType[] {
  const fresh = new Map<string, CelType>();
  const rename = (type: CelType): CelType => {
    if (type.kind === 'param') {
      const known = fresh.get(type.name) ?? check.newTypeVariable(context);
      fresh.set(type.name, known);
      return known;
    }
    return type.params.length === 0 ? type : { ...type, params: type.params.map(rename) };
  };
  return [overload.result, ...overload.args].map(rename);
}

function resolveLogic(context: CheckContext, call: CallExpr): Resolution | undefined {
  let sound = true;
  for (const arg of call.args) {
    const type = check.typeOfExpr(context, arg);
    if (isAssignable(context.mapping, type, t.boolType)) continue;
    check.reportMismatch(context, arg, t.boolType, type);
    sound = false;
  }
  return sound
    ? { type: t.boolType, overloads: [call.name === operator.and ? 'logical_and' : 'logical_or'] }
    : undefined;
}

function joinResults(mapping: TypeMapping, before: CelType | undefined, result: CelType): CelType {
  const type = substitute(mapping, result, false);
  if (before === undefined) return type;
  return before.kind === 'dyn' || t.sameType(type, before) ? before : t.dynType;
}

function matchOverloads(
  context: CheckContext,
  fn: CelFunction,
  member: boolean,
  argTypes: readonly CelType[],
): Resolution | undefined {
  const overloads: string[] = [];
  let type: CelType | undefined;
  for (const overload of fn.overloads) {
    if (overload.member !== member) continue;
    const [result, ...params] = instantiate(context, overload);
    if (result === undefined || !isAssignableList(context.mapping, argTypes, params)) continue;
    overloads.push(overload.id);
    type = joinResults(context.mapping, type, result);
  }
  return type === undefined ? undefined : { type, overloads };
}

function noMatch(context: CheckContext, call: CallExpr, argTypes: readonly CelType[]): void {
  const texts = argTypes.map((type) => t.typeTextInErrors(substitute(context.mapping, type, true)));
  const target = call.target === undefined ? '' : `${texts.shift() ?? ''}.`;
  const applied = `${target}(${texts.join(', ')})`;
  check.reportAt(context, call, `found no matching overload for '${call.name}' applied to '${applied}'`);
}

function resolve(context: CheckContext, call: CallExpr, fn: CelFunction): Expr {
  const args = call.target === undefined ? call.args : [call.target, ...call.args];
  const argTypes = args.map((arg) => check.typeOfExpr(context, arg));
  const logic = call.name === operator.and || call.name === operator.or;
  const resolution = logic
    ? resolveLogic(context, call)
    : matchOverloads(context, fn, call.target !== undefined, argTypes);
  if (resolution === undefined) {
    if (!logic) noMatch(context, call, argTypes);
    return check.setType(context, call, t.errorType);
  }
  context.overloads.set(call.id, resolution.overloads);
  return check.setType(context, call, resolution.type);
}

function undeclared(context: CheckContext, call: CallExpr): Expr {
  check.reportAt(context, call, `undeclared reference to '${call.name}' (in container '')`);
  return check.setType(context, call, t.errorType);
}

function functionNamed(context: CheckContext, name: string): CelFunction | undefined {
  return context.environment.functions.get(name.startsWith('.') ? name.slice(1) : name);
}

/** Checks a call whose arguments are checked already; `checkTarget` checks the target when it is a value. */
export function checkCall(context: CheckContext, call: CallExpr, checkTarget: (expr: Expr) => Expr): Expr {
  if (call.target === undefined) {
    const fn = functionNamed(context, call.name);
    return fn === undefined ? undeclared(context, call) : resolve(context, { ...call, name: fn.name }, fn);
  }
  const prefix = check.qualifiedName(call.target);
  const qualified = prefix === undefined ? undefined : functionNamed(context, `${prefix}.${call.name}`);
  if (qualified !== undefined)
    return resolve(context, { ...call, name: qualified.name, target: undefined }, qualified);
  const checked = { ...call, target: checkTarget(call.target) };
  const fn = functionNamed(context, call.name);
  return fn === undefined ? undeclared(context, checked) : resolve(context, checked, fn);
}
