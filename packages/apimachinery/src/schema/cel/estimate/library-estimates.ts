import type { Expr } from '../syntax/ast.ts';
import { type CelType, sameType } from '../values/cel-type.ts';
import { exactly, type Interval, plus, times, timesFactor, unbounded } from './interval.ts';
import { replacedSize } from './replaced-size.ts';

/** An argument of a call whose cost is estimated. */
export interface EstimatedNode {
  readonly type: CelType;
  readonly expr: Expr | undefined;
  /** Size if known from the expression or the schema. */
  readonly size: Interval | undefined;
  /** The items of a list with this path, if it has one. */
  readonly items: () => EstimatedNode | undefined;
}

export interface EstimatedCall {
  readonly name: string;
  readonly overload: string;
  readonly target: EstimatedNode | undefined;
  readonly args: readonly EstimatedNode[];
}

export interface CallEstimate {
  readonly cost: Interval;
  readonly size?: Interval;
}

const perCharacter = 0.1;
const perRegexCharacter = 0.25;
const one = exactly(1n);
const nominal: CallEstimate = { cost: one };

type Estimator = (call: EstimatedCall) => CallEstimate | undefined;

function sizeOf(node: EstimatedNode | undefined): Interval {
  return node?.size ?? unbounded;
}

function wholeList({ target }: EstimatedCall): CallEstimate | undefined {
  if (target === undefined) return undefined;
  const items = target.items();
  if (items === undefined) return { cost: timesFactor(sizeOf(target), perCharacter) };
  const text = items.type.kind === 'string' || items.type.kind === 'bytes';
  const perItem = text ? plus(one, timesFactor(sizeOf(items), perCharacter)) : one;
  return { cost: times(sizeOf(target), perItem) };
}

function readsArgument(factor: number, keepsSize: boolean): Estimator {
  return ({ args: [first] }) => {
    if (first === undefined) return undefined;
    const cost = timesFactor(sizeOf(first), factor);
    return keepsSize ? { cost, size: sizeOf(first) } : { cost };
  };
}

const readsTarget: Estimator = ({ target }) =>
  target && { cost: timesFactor(sizeOf(target), perCharacter), size: sizeOf(target) };

const replace: Estimator = ({ target, args: [first, second] }) => {
  if (target === undefined || first === undefined || second === undefined) return undefined;
  const text = sizeOf(target);
  return {
    cost: timesFactor(text, 2 * perCharacter),
    size: replacedSize(text, sizeOf(first), sizeOf(second)),
  };
};

function literalInt(node: EstimatedNode | undefined): bigint | undefined {
  const value = node?.expr?.kind === 'literal' ? node.expr.value : undefined;
  return typeof value === 'bigint' ? value : undefined;
}

const split: Estimator = ({ target, args }) => {
  if (target === undefined) return undefined;
  const limit = literalInt(args[1]);
  const max = limit === undefined ? sizeOf(target).max : BigInt.asUintN(64, limit);
  return { cost: timesFactor(sizeOf(target), 2 * perCharacter), size: { min: 0n, max } };
};

const join: Estimator = ({ target, args: [separator] }) => {
  if (target === undefined) return undefined;
  const count = sizeOf(target);
  const items = target.items();
  let size = items === undefined ? exactly(0n) : times(count, sizeOf(items));
  if (separator !== undefined) {
    const between = { min: count.min > 0n ? count.min - 1n : 0n, max: count.max > 0n ? count.max - 1n : 0n };
    size = plus(size, times(sizeOf(separator), between));
  }
  return { cost: timesFactor(size, perCharacter), size };
};

/** Cost of matching a text with a pattern. */
export function regexEstimate(text: Interval, pattern: Interval): Interval {
  return times(timesFactor(plus(text, one), perCharacter), timesFactor(pattern, perRegexCharacter));
}

const find: Estimator = ({ target, args: [pattern] }) => {
  if (target === undefined || pattern === undefined) return undefined;
  const text = sizeOf(target);
  return { cost: regexEstimate(text, sizeOf(pattern)), size: { min: 0n, max: text.max } };
};

const readsText = readsArgument(perCharacter, false);
const addressBytes: Interval = { min: 4n, max: 16n };
const compareAddresses = timesFactor(plus(addressBytes, addressBytes), perCharacter);

function withText(base: Interval, call: EstimatedCall, textOverload: string): CallEstimate {
  const [first] = call.args;
  if (call.overload !== textOverload) return { cost: base };
  return { cost: plus(base, timesFactor(sizeOf(first), perCharacter)) };
}

const maskedComparison = plus(plus(compareAddresses, timesFactor(addressBytes, perCharacter)), one);
const longestPattern = 128;

const equalityCosts: ReadonlyMap<string, (size: Interval | undefined) => Interval> = new Map<
  string,
  (size: Interval | undefined) => Interval
>([
  ...['net.IP', 'net.CIDR', 'kubernetes.Quantity', 'kubernetes.Semver'].map(
    (name) => [name, () => one] as const,
  ),
  ['kubernetes.NamedFormat', () => timesFactor({ min: 1n, max: 64n }, perCharacter)],
  ['kubernetes.URL', (size) => timesFactor({ min: 1n, max: size?.max ?? 1n }, perCharacter)],
]);

function equality({ args: [left, right] }: EstimatedCall): CallEstimate | undefined {
  if (left === undefined || right === undefined || !sameType(left.type, right.type)) return undefined;
  const cost = equalityCosts.get(left.type.name)?.(right.size);
  return cost && { cost };
}

function forNames(names: readonly string[], estimator: Estimator): readonly (readonly [string, Estimator])[] {
  return names.map((name) => [name, estimator] as const);
}

const byName: ReadonlyMap<string, Estimator> = new Map([
  ...forNames(['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf'], wholeList),
  [
    'url',
    ({ args, ...call }) =>
      args.length === 1 ? readsArgument(perCharacter, true)({ ...call, args }) : undefined,
  ],
  ...forNames(['lowerAscii', 'upperAscii', 'substring', 'trim'], readsTarget),
  ['replace', replace],
  ['split', split],
  ['join', join],
  ...forNames(['find', 'findAll'], find),
  ...forNames(['cidr', 'isIP', 'isCIDR', 'quantity', 'isQuantity', 'semver', 'isSemver'], readsText),
  ['ip', (call) => (call.overload === 'cidr_ip' ? nominal : readsText(call))],
  ['ip.isCanonical', readsArgument(2 * perCharacter, false)],
  ['containsIP', (call) => withText(compareAddresses, call, 'cidr_contains_ip_string')],
  ['containsCIDR', (call) => withText(maskedComparison, call, 'cidr_contains_cidr_string')],
  [
    'validate',
    ({ args: [text] }) => ({
      cost: timesFactor(timesFactor(sizeOf(text), perCharacter), longestPattern * perRegexCharacter),
    }),
  ],
  ['_==_', equality],
]);

function allocating(factor: number, size: Interval): CallEstimate {
  return { cost: plus(plus(timesFactor(size, factor), one), exactly(10n)), size };
}

function naturalOf(node: EstimatedNode | undefined, otherwise: bigint): bigint {
  const value = literalInt(node) ?? otherwise;
  return value < 0n ? 0n : value;
}

function selfComparison(node: EstimatedNode | undefined, text: boolean): CallEstimate {
  const size = sizeOf(node);
  return allocating(text ? 2 + perCharacter : 2, times(size, size));
}

function sets(factor: number): Estimator {
  return ({ args: [left, right] }) => ({
    cost: plus(timesFactor(times(sizeOf(left), sizeOf(right)), factor), one),
  });
}

const byOverload: ReadonlyMap<string, Estimator> = new Map<string, Estimator>([
  [
    'list_slice',
    ({ target, args: [start, end] }) =>
      allocating(1, exactly(BigInt.asUintN(64, naturalOf(end, sizeOf(target).max) - naturalOf(start, 0n)))),
  ],
  ['lists_range', ({ args: [count] }) => allocating(1, exactly(naturalOf(count, unbounded.max)))],
  ['list_reverse', ({ target }) => allocating(1, sizeOf(target))],
  ['list_flatten', ({ target }) => allocating(1, sizeOf(target))],
  [
    'list_flatten_int',
    ({ target, args: [depth] }) => allocating(Number(naturalOf(depth, unbounded.max)), sizeOf(target)),
  ],
  ['list_distinct', ({ target }) => selfComparison(target, false)],
  ['list_sets_contains_list', sets(1)],
  ['list_sets_intersects_list', sets(1)],
  ['list_sets_equivalent_list', sets(2)],
]);

function sorting({ overload, target, args }: EstimatedCall): CallEstimate | undefined {
  const text = /^list_(string|bytes)_/.test(overload);
  if (overload.endsWith('_sort')) return selfComparison(target, text);
  return overload.endsWith('_sortByAssociatedKeys') ? selfComparison(args[0], text) : undefined;
}

/** Kubernetes' and the extensions' estimates; undefined for functions of the language, and for those that cost one like most of them. */
export function libraryEstimate(call: EstimatedCall): CallEstimate | undefined {
  return byOverload.get(call.overload)?.(call) ?? sorting(call) ?? byName.get(call.name)?.(call);
}
