import type { CheckedExpr } from '../check/check-expression.ts';
import { compileRegex } from '../data/regex.ts';
import type { FunctionTable } from '../functions/function-table.ts';
import type * as ast from '../syntax/ast.ts';
import { type Expr, operator } from '../syntax/ast.ts';
import { type CelValue, isError, isList, kindOf } from '../values/cel-value.ts';
import type { MessageTypes } from '../values/message-types.ts';
import { type Attribute, conditionalAttribute, valueAttribute, variableAttribute } from './attribute.ts';
import { createCostTracker, type Frame } from './cost-tracker.ts';
import { foldStep } from './fold-step.ts';
import { messageStep } from './message-step.ts';
import * as steps from './plain-steps.ts';
import { keyQualifier, presenceQualifier } from './qualifier.ts';
import { runFunction } from './run-function.ts';
import type { Step } from './step.ts';

/** Thrown when a constant part fails already while planning; caught in planProgram. */
class PlanFailure extends Error {}

interface Planner {
  readonly checked: CheckedExpr;
  readonly functions: FunctionTable;
  readonly messages?: MessageTypes | undefined;
}

function attributeOf(step: Step): Attribute {
  return step.kind === 'attribute' ? step.attribute : valueAttribute(step.id(), step);
}

/** The step as something that can be selected from: an attribute grows, another value becomes one. */
function selectable(step: Step): { readonly step: Step; readonly attribute: Attribute } {
  if (step.kind === 'attribute') return { step, attribute: step.attribute };
  const attribute = valueAttribute(step.id(), step);
  return { step: steps.attributeStep(attribute), attribute };
}

function planIdent(planner: Planner, expr: ast.IdentExpr): Step {
  const type = planner.checked.typeValues.get(expr.id);
  if (type !== undefined) return steps.constStep(expr.id, { kind: 'type', type });
  return steps.attributeStep(variableAttribute(expr.id, expr.name));
}

function planSelect(planner: Planner, expr: ast.SelectExpr): Step {
  const { step, attribute } = selectable(plan(planner, expr.operand));
  if (expr.testOnly) {
    attribute.qualify(presenceQualifier(expr.id, expr.field));
    return steps.attributeStep(attribute, expr.id);
  }
  attribute.qualify(keyQualifier(expr.id, false, () => expr.field));
  return step;
}

/** A computed index is resolved without counting the variable it starts from, as the server does. */
function planIndex(planner: Planner, call: ast.CallExpr, optional: boolean): Step {
  const [target, index] = planArgs(planner, call);
  if (target === undefined || index === undefined) throw new Error('index without operand');
  const { step, attribute } = selectable(target);
  if (index.kind === 'const') {
    attribute.qualify(keyQualifier(call.id, optional, () => index.value));
  } else {
    const key = attributeOf(index);
    attribute.qualify(keyQualifier(call.id, optional, (frame) => key.resolve(frame)));
  }
  return step;
}

function planConditional(planner: Planner, call: ast.CallExpr): Step {
  const [condition, truthy, falsy] = planArgs(planner, call);
  if (condition === undefined || truthy === undefined || falsy === undefined)
    throw new Error('conditional without parts');
  const branches = { condition, truthy: attributeOf(truthy), falsy: attributeOf(falsy) };
  return steps.attributeStep(conditionalAttribute(call.id, branches));
}

function planArgs(planner: Planner, call: ast.CallExpr): readonly Step[] {
  const args = call.target === undefined ? call.args : [call.target, ...call.args];
  return args.map((arg) => plan(planner, arg));
}

const conversions: ReadonlySet<string> = new Set([
  ...['bool', 'bytes', 'double', 'duration', 'dyn', 'int', 'string', 'timestamp', 'type', 'uint'],
]);

type Run = (args: readonly CelValue[]) => CelValue;

/** A conversion of a constant is done now; when it fails, the expression is refused. */
function foldConversion(call: ast.CallExpr, args: readonly Step[], run: Run): Step | undefined {
  const [first] = args;
  if (!conversions.has(call.name) || args.length !== 1 || first?.kind !== 'const') return undefined;
  const value = run([first.value]);
  if (isError(value)) throw new PlanFailure(value.message);
  return steps.constStep(call.id, value);
}

/** Constant patterns are compiled now; a bad one is refused. */
function checkPattern(call: ast.CallExpr, pattern: Step | undefined): void {
  if (!['matches', 'find', 'findAll'].includes(call.name) || pattern?.kind !== 'const') return;
  const regex = typeof pattern.value === 'string' ? compileRegex(pattern.value) : undefined;
  if (typeof regex === 'string') throw new PlanFailure(regex);
}

function planFunction(planner: Planner, call: ast.CallExpr): Step {
  const fn = planner.functions.get(call.name);
  if (fn === undefined) throw new Error(`no function ${call.name}`);
  const chosen = planner.checked.overloads.get(call.id) ?? [];
  const overload = chosen.length === 1 ? chosen[0] : undefined;
  const args = planArgs(planner, call);
  const run = runFunction(fn, overload);
  checkPattern(call, args[1]);
  const folded =
    foldConversion(call, args, run) ?? (overload === 'in_list' ? planMembership(call.id, args) : undefined);
  if (folded !== undefined) return folded;
  const stopsAtError = args.length > 2 || overload === 'string_format';
  const takesErrors = call.name === operator.notStrictlyFalse;
  return steps.callStep({ id: call.id, name: call.name, overload, args, run, stopsAtError, takesErrors });
}

function planMembership(id: number, [item, container]: readonly Step[]): Step | undefined {
  const list = container?.kind === 'const' ? container.value : null;
  if (item === undefined || !isList(list)) return undefined;
  if (list.items.length === 0) return steps.constStep(id, false);
  const primitive = list.items.every((element) =>
    ['bool', 'double', 'int', 'string', 'uint'].includes(kindOf(element)),
  );
  return primitive ? steps.membershipStep(id, item, list.items) : undefined;
}

function planOr(planner: Planner, call: ast.CallExpr): Step {
  const [left, right] = planArgs(planner, call);
  if (left === undefined || right === undefined) throw new Error('or without operand');
  return steps.orStep(call.id, call.name === 'orValue', [left, right]);
}

function planCall(planner: Planner, call: ast.CallExpr): Step {
  switch (call.name) {
    case operator.and:
      return steps.logicStep(call.id, false, planArgs(planner, call));
    case operator.or:
      return steps.logicStep(call.id, true, planArgs(planner, call));
    case operator.conditional:
      return planConditional(planner, call);
    case operator.index:
      return planIndex(planner, call, false);
    case operator.optionalIndex:
    case operator.optionalSelect:
      return planIndex(planner, call, true);
    case 'or':
    case 'orValue':
      return planOr(planner, call);
    default:
      return planFunction(planner, call);
  }
}

/** Evaluates a step of constants. */
function constantOf(step: Step): CelValue {
  const frame: Frame = { tracker: createCostTracker(Number.POSITIVE_INFINITY), lookup: () => undefined };
  return step.evaluate(frame);
}

function planList(planner: Planner, expr: ast.ListExpr): Step {
  const elements = expr.elements.map((element) => plan(planner, element));
  const step = steps.listStep(expr.id, elements, expr.optional);
  return elements.every(({ kind }) => kind === 'const') ? steps.constStep(expr.id, constantOf(step)) : step;
}

function planMap(planner: Planner, expr: ast.MapExpr): Step {
  const entries = expr.entries.map(({ key, value, optional }) => ({
    key: plan(planner, key),
    value: plan(planner, value),
    optional,
  }));
  const step = steps.mapStep(expr.id, entries);
  const constant = entries.every(({ key, value }) => key.kind === 'const' && value.kind === 'const');
  return constant ? steps.constStep(expr.id, constantOf(step)) : step;
}

function planFold(planner: Planner, expr: ast.ComprehensionExpr): Step {
  return foldStep({
    id: expr.id,
    iterVar: expr.iterVar,
    iterVar2: expr.iterVar2,
    accuVar: expr.accuVar,
    accu: plan(planner, expr.accuInit),
    range: plan(planner, expr.range),
    condition: plan(planner, expr.condition),
    step: plan(planner, expr.step),
    result: plan(planner, expr.result),
  });
}

function planMessage(planner: Planner, expr: ast.MessageExpr): Step {
  const type = planner.messages?.get(expr.name);
  if (type === undefined) throw new Error(`no message ${expr.name}`);
  const fields = expr.fields.map((field) => ({ ...field, value: plan(planner, field.value) }));
  return messageStep(expr.id, type, fields);
}

function plan(planner: Planner, expr: Expr): Step {
  switch (expr.kind) {
    case 'literal':
      return steps.constStep(expr.id, expr.value);
    case 'ident':
      return planIdent(planner, expr);
    case 'select':
      return planSelect(planner, expr);
    case 'call':
      return planCall(planner, expr);
    case 'list':
      return planList(planner, expr);
    case 'map':
      return planMap(planner, expr);
    case 'comprehension':
      return planFold(planner, expr);
    case 'message':
      return planMessage(planner, expr);
  }
}

type PlanResult =
  | { readonly ok: true; readonly step: Step }
  | { readonly ok: false; readonly message: string };

/** Turns a checked expression into steps; constant conversions are done now and may fail. */
export function planProgram(planner: Planner): PlanResult {
  try {
    return { ok: true, step: plan(planner, planner.checked.expr) };
  } catch (error) {
    if (error instanceof PlanFailure) return { ok: false, message: error.message };
    throw error;
  }
}
