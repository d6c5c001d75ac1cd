import { type CelValue, celError, isError, isOptional, overloadError } from '../values/cel-value.ts';
import { createMap, mapKeyText } from '../values/map-value.ts';
import { valueText } from '../values/value-text.ts';
import type { Attribute } from './attribute.ts';
import { callCost } from './call-cost.ts';
import type { Frame } from './cost-tracker.ts';
import type { AttributeStep, ConstStep, PlainStep, Step } from './step.ts';
import { isTooLargeToWalk } from './value-size.ts';

export function constStep(id: number, value: CelValue): ConstStep {
  return {
    kind: 'const',
    id: () => id,
    value,
    evaluate: (frame) => {
      frame.tracker.push(id);
      return value;
    },
  };
}

function observeAttribute(frame: Frame, attribute: Attribute, cost: number): void {
  const branches = attribute.branchIds?.();
  if (branches === undefined) {
    frame.tracker.drop(attribute.id());
    frame.tracker.charge(cost);
  } else {
    for (const id of branches) frame.tracker.drop(id);
  }
}

/** A variable, selection or conditional; a presence test (`has`) is free but for its last selection. */
export function attributeStep(attribute: Attribute, presence?: number): AttributeStep {
  const id = presence === undefined ? attribute.id : () => presence;
  return {
    kind: 'attribute',
    id,
    attribute,
    evaluate: (frame) => {
      const resolved = attribute.resolve(frame);
      const value = presence !== undefined && isOptional(resolved) ? resolved.value !== undefined : resolved;
      observeAttribute(frame, attribute, presence === undefined ? 1 : 0);
      frame.tracker.push(id());
      return value;
    },
  };
}

function plain(id: number, evaluate: (frame: Frame) => CelValue): PlainStep {
  return {
    kind: 'plain',
    id: () => id,
    evaluate: (frame) => {
      const value = evaluate(frame);
      frame.tracker.push(id);
      return value;
    },
  };
}

/** `&&` (decided by false) and `||` (decided by true); an error counts only when no term decides. */
export function logicStep(id: number, decisive: boolean, terms: readonly Step[]): PlainStep {
  const decide = (frame: Frame): CelValue => {
    let error: CelValue | undefined;
    for (const term of terms) {
      const value = term.evaluate(frame);
      if (value === decisive) return decisive;
      if (typeof value !== 'boolean') error ??= overloadError(value);
    }
    return error ?? !decisive;
  };
  return plain(id, (frame) => {
    const value = decide(frame);
    for (const term of terms) frame.tracker.drop(term.id());
    return value;
  });
}

/** A function call ready to run. */
export interface CallPlan {
  readonly id: number;
  readonly name: string;
  readonly overload: string | undefined;
  readonly args: readonly Step[];
  readonly run: (args: readonly CelValue[]) => CelValue;
  /** True when the arguments after a failed one are not evaluated. */
  readonly stopsAtError: boolean;
  /** True for the one function that takes errors as arguments. */
  readonly takesErrors: boolean;
}

function evaluateArgs(call: CallPlan, frame: Frame): readonly CelValue[] {
  const values: CelValue[] = [];
  for (const arg of call.args) {
    const value = arg.evaluate(frame);
    values.push(value);
    if (call.stopsAtError && isError(value)) break;
  }
  return values;
}

/** Functions that take more than linear time: what they cost is known before, and must not be spent first. */
const slow: ReadonlySet<string> = new Set([
  'distinct',
  'sets.contains',
  'sets.equivalent',
  'sets.intersects',
]);

/** Functions that look at members of members. */
const walking: ReadonlySet<string> = new Set([
  ...['_==_', '_!=_', '@in', 'indexOf', 'lastIndexOf', 'format', ...slow],
]);

/** Stops before work that could not be paid for. */
function ensureAffordable(call: CallPlan, args: readonly CelValue[], frame: Frame): void {
  if (isTooLargeToWalk(args)) frame.tracker.ensure(Number.POSITIVE_INFINITY);
  if (!slow.has(call.name)) return;
  frame.tracker.ensure(callCost({ name: call.name, overload: call.overload, args, result: null }));
}

export function callStep(call: CallPlan): PlainStep {
  const isWalking = walking.has(call.name);
  return plain(call.id, (frame) => {
    const args = evaluateArgs(call, frame);
    const failed = call.takesErrors ? undefined : args.find(isError);
    if (isWalking && failed === undefined) ensureAffordable(call, args, frame);
    const result = failed ?? call.run(args);
    if (frame.tracker.dropAll(call.args)) {
      frame.tracker.charge(callCost({ name: call.name, overload: call.overload, args, result }));
    }
    return result;
  });
}

/** `x in [constants]`, looked up instead of searched; costs nothing. */
export function membershipStep(id: number, item: Step, constants: readonly CelValue[]): PlainStep {
  const keys = new Set(constants.map(keyWithType));
  return plain(id, (frame) => {
    const value = item.evaluate(frame);
    return isError(value) ? value : keys.has(keyWithType(value));
  });
}

function keyWithType(value: CelValue): string | undefined {
  return mapKeyText(value) ?? '';
}

/** `a.or(b)` and `a.orValue(b)`: the second part is evaluated when the first has no value. */
export function orStep(id: number, unwrap: boolean, [left, right]: readonly [Step, Step]): PlainStep {
  return plain(id, (frame) => {
    const value = left.evaluate(frame);
    if (!isOptional(value)) return value;
    if (value.value === undefined) return right.evaluate(frame);
    return unwrap ? value.value : value;
  });
}

function listItems(elements: readonly Step[], optional: ReadonlySet<number>, frame: Frame): CelValue {
  const items: CelValue[] = [];
  for (const [index, element] of elements.entries()) {
    const value = element.evaluate(frame);
    if (isError(value)) return value;
    if (!optional.has(index)) items.push(value);
    else if (!isOptional(value))
      return celError('cannot initialize optional list element from non-optional value');
    else if (value.value !== undefined) items.push(value.value);
  }
  return { kind: 'list', items };
}

export function listStep(id: number, elements: readonly Step[], optional: ReadonlySet<number>): PlainStep {
  return plain(id, (frame) => {
    const value = listItems(elements, optional, frame);
    frame.tracker.dropAll(elements);
    frame.tracker.charge(10);
    return value;
  });
}

export interface EntryPlan {
  readonly key: Step;
  readonly value: Step;
  readonly optional: boolean;
}

function mapOf(entries: readonly EntryPlan[], frame: Frame): CelValue {
  const pairs: [CelValue, CelValue][] = [];
  for (const entry of entries) {
    const key = entry.key.evaluate(frame);
    if (isError(key)) return key;
    const value = entry.value.evaluate(frame);
    if (isError(value)) return value;
    if (!entry.optional) pairs.push([key, value]);
    else if (!isOptional(value))
      return celError(`cannot initialize optional entry '${valueText(key)}' from non-optional value`);
    else if (value.value !== undefined) pairs.push([key, value.value]);
  }
  return createMap(pairs);
}

export function mapStep(id: number, entries: readonly EntryPlan[]): PlainStep {
  const parts = entries.flatMap(({ key, value }) => [key, value]);
  return plain(id, (frame) => {
    const value = mapOf(entries, frame);
    frame.tracker.dropAll(parts);
    frame.tracker.charge(30);
    return value;
  });
}
