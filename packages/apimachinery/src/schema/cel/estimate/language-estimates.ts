import { exactly, type Interval, lesser, plus, times, timesFactor, unbounded, union } from './interval.ts';
import {
  type CallEstimate,
  type EstimatedCall,
  type EstimatedNode,
  regexEstimate,
} from './library-estimates.ts';

const perCharacter = 0.1;
const one = exactly(1n);

type Estimator = (call: EstimatedCall, argCosts: readonly Interval[]) => CallEstimate | undefined;

function sizeOf(node: EstimatedNode | undefined): Interval {
  return node?.size ?? unbounded;
}

/** Cost of all arguments together. */
export function sumOf(costs: readonly Interval[]): Interval {
  return costs.reduce(plus, exactly(0n));
}

function reads(node: (call: EstimatedCall) => EstimatedNode | undefined): Estimator {
  return (call, costs) => ({ cost: plus(timesFactor(sizeOf(node(call)), perCharacter), sumOf(costs)) });
}

const readsFirst = reads(({ args }) => args[0]);

function converted(size: (text: Interval) => Interval): Estimator {
  return (call, costs) => {
    const read = readsFirst(call, costs);
    return read && { ...read, size: size(sizeOf(call.args[0])) };
  };
}

const logic: Estimator = (_, [left = one, right = one]) => ({
  cost: { min: left.min, max: plus(left, right).max },
});

const conditional: Estimator = (
  { args: [, truthy, falsy] },
  [condition = one, first = one, second = one],
) => ({
  cost: plus(condition, union(first, second)),
  size: union(sizeOf(truthy), sizeOf(falsy)),
});

const addLists: Estimator = ({ args: [left, right] }, costs) => ({
  cost: plus(one, sumOf(costs)),
  size: plus(sizeOf(left), sizeOf(right)),
});

const addTexts: Estimator = ({ args: [left, right] }, costs) => {
  const size = plus(sizeOf(left), sizeOf(right));
  return { cost: plus(timesFactor(size, perCharacter), sumOf(costs)), size };
};

/** Comparing stops at the end of the shorter one. */
const compares: Estimator = ({ args: [left, right] }, costs) => {
  const max = lesser(sizeOf(left).max, sizeOf(right).max);
  return { cost: plus(timesFactor({ min: max > 0n ? 1n : 0n, max }, perCharacter), sumOf(costs)) };
};

const matches: Estimator = ({ target, args: [pattern] }, costs) =>
  target && { cost: plus(regexEstimate(sizeOf(target), sizeOf(pattern)), sumOf(costs)) };

const contains: Estimator = ({ target, args: [part] }, costs) =>
  target && {
    cost: plus(
      times(timesFactor(sizeOf(target), perCharacter), timesFactor(sizeOf(part), perCharacter)),
      sumOf(costs),
    ),
  };

const comparisons = ['less', 'greater', 'less_equals', 'greater_equals'].flatMap((name) => [
  `${name}_string`,
  `${name}_bytes`,
]);

const byOverload: ReadonlyMap<string, Estimator> = new Map<string, Estimator>([
  ['string_format', reads(({ target }) => target)],
  ['string_to_bytes', converted(({ min, max }) => ({ min, max: BigInt.asUintN(64, max * 4n) }))],
  ['bytes_to_string', converted(({ min, max }) => ({ min: min / 4n, max }))],
  ['strings_quote', converted(({ min, max }) => ({ min: min + 2n, max: BigInt.asUintN(64, max * 2n + 2n) }))],
  ['starts_with_string', readsFirst],
  ['ends_with_string', readsFirst],
  ['in_list', ({ args: [, list] }, costs) => ({ cost: plus(timesFactor(sizeOf(list), 1), sumOf(costs)) })],
  ['matches_string', matches],
  ['contains_string', contains],
  ['logical_or', logic],
  ['logical_and', logic],
  ['conditional', conditional],
  ['add_list', addLists],
  ['add_string', addTexts],
  ['add_bytes', addTexts],
  ...[...comparisons, 'equals', 'not_equals'].map((name) => [name, compares] as const),
]);

/** The language's estimate of a call with its arguments; one for what has no price of its own. */
export function languageEstimate(call: EstimatedCall, argCosts: readonly Interval[]): CallEstimate {
  return byOverload.get(call.overload)?.(call, argCosts) ?? { cost: plus(one, sumOf(argCosts)) };
}
