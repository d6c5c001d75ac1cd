import {
  type CelValue,
  celError,
  isError,
  isOptional,
  noValue,
  optionalOf,
  overloadError,
} from '../values/cel-value.ts';
import type { Frame } from './cost-tracker.ts';
import type { Qualifier } from './qualifier.ts';

/** The part of a step an attribute needs. */
interface Operand {
  readonly id: () => number;
  readonly evaluate: (frame: Frame) => CelValue;
}

/** A variable or value with the selections and indices applied to it: `self.a[0].b`. */
export interface Attribute {
  readonly id: () => number;
  readonly resolve: (frame: Frame) => CelValue;
  readonly qualify: (qualifier: Qualifier) => void;
  /** Ids to forget when the attribute has been evaluated; only `c ? a : b` has them, and costs nothing itself. */
  readonly branchIds?: () => readonly number[];
}

interface Selected {
  readonly value: CelValue;
  readonly optional: boolean;
}

function applyQualifiers(frame: Frame, start: CelValue, qualifiers: readonly Qualifier[]): Selected {
  let optional = isOptional(start);
  let value = start;
  if (isOptional(start)) {
    if (start.value === undefined) return { value: start, optional: false };
    value = start.value;
  }
  for (const qualifier of qualifiers) {
    optional ||= qualifier.optional;
    if (isError(value)) return { value, optional: false };
    if (!optional) {
      value = qualifier.qualify(frame, value);
      continue;
    }
    const found = qualifier.qualifyIfPresent(frame, value);
    if (found === undefined) return { value: noValue, optional: false };
    value = found;
  }
  return { value, optional };
}

function resolved({ value, optional }: Selected): CelValue {
  return optional && !isError(value) ? optionalOf(value) : value;
}

export function variableAttribute(nodeId: number, name: string): Attribute {
  const qualifiers: Qualifier[] = [];
  return {
    id: () => qualifiers.at(-1)?.id ?? nodeId,
    qualify: (qualifier) => qualifiers.push(qualifier),
    resolve: (frame) => {
      const value = frame.lookup(name);
      if (value === undefined) return celError(`no such attribute(s): ${name}`);
      return resolved(applyQualifiers(frame, value, qualifiers));
    },
  };
}

export function valueAttribute(nodeId: number, operand: Operand): Attribute {
  const qualifiers: Qualifier[] = [];
  return {
    id: () => qualifiers.at(-1)?.id ?? nodeId,
    qualify: (qualifier) => qualifiers.push(qualifier),
    resolve: (frame) => {
      const value = operand.evaluate(frame);
      return isError(value) ? value : resolved(applyQualifiers(frame, value, qualifiers));
    },
  };
}

interface Branches {
  readonly condition: Operand;
  readonly truthy: Attribute;
  readonly falsy: Attribute;
}

export function conditionalAttribute(nodeId: number, { condition, truthy, falsy }: Branches): Attribute {
  return {
    id: () => (truthy.id() === falsy.id() ? truthy.id() : nodeId),
    qualify: (qualifier) => {
      truthy.qualify(qualifier);
      falsy.qualify(qualifier);
    },
    resolve: (frame) => {
      const value = condition.evaluate(frame);
      if (typeof value !== 'boolean') return overloadError(value);
      return value ? truthy.resolve(frame) : falsy.resolve(frame);
    },
    branchIds: () => [falsy.id(), truthy.id(), condition.id()],
  };
}
