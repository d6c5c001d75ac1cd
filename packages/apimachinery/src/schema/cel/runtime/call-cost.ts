import { addressLength } from '../../net/ip-address.ts';
import { type CelValue, isList, isMap, isOptional } from '../values/cel-value.ts';
import { sizeOf } from '../values/size.ts';

/** A call that has been evaluated. */
interface FinishedCall {
  readonly name: string;
  /** The overload the checker chose, when it chose one only. */
  readonly overload: string | undefined;
  readonly args: readonly CelValue[];
  readonly result: CelValue;
}

const perCharacter = 0.1;
const perRegexCharacter = 0.25;

function librarySize(value: CelValue): number {
  const size = sizeOf(value);
  if (size !== undefined) return size;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return 1;
  if (value.kind === 'ip') return addressLength(value.ip) / 8;
  return value.kind === 'cidr' ? Math.ceil(value.cidr.prefix / 8) : 1;
}

function size(value: CelValue): number {
  if (isOptional(value) && value.value !== undefined) return size(value.value);
  return librarySize(value);
}

function traversal(value: CelValue): number {
  if (typeof value === 'string') return Math.floor(Buffer.byteLength(value) * perCharacter);
  if (value instanceof Uint8Array) return Math.floor(value.length * perCharacter);
  if (isList(value)) return value.items.reduce<number>((sum, item) => sum + traversal(item), 0);
  if (!isMap(value)) return 1;
  return value
    .keys()
    .reduce<number>((sum, key) => sum + traversal(key) + traversal(value.find(key) ?? null), 0);
}

type CostOf = (call: FinishedCall) => number;

function arg(call: FinishedCall, index: number): CelValue {
  return call.args[index] ?? null;
}

function characters(count: number): number {
  return Math.ceil(count * perCharacter);
}

const textOnce: CostOf = (call) => characters(librarySize(arg(call, 0)));
const textTwice: CostOf = (call) => Math.ceil(librarySize(arg(call, 0)) * 2 * perCharacter);

function regexCost(text: number, pattern: number): number {
  return Math.ceil((1 + text) * perCharacter) * Math.ceil(pattern * perRegexCharacter);
}

const search: CostOf = (call) => regexCost(librarySize(arg(call, 0)), librarySize(arg(call, 1)));

function containsIp(call: FinishedCall): number {
  const network = characters(2 * librarySize(arg(call, 0)));
  return call.overload === 'cidr_contains_ip_string'
    ? network + characters(librarySize(arg(call, 1)))
    : network;
}

function containsCidr(call: FinishedCall): number {
  const network = librarySize(arg(call, 0));
  const compare = characters(2 * network) + characters(network) + 1;
  return call.overload === 'cidr_contains_cidr_string'
    ? compare + characters(librarySize(arg(call, 1)))
    : compare;
}

function validate(call: FinishedCall): number {
  const format = arg(call, 0);
  if (typeof format !== 'object' || format === null || !('kind' in format) || format.kind !== 'format')
    return 1;
  return regexCost(librarySize(arg(call, 1)), format.format.maxRegexSize);
}

function forNames(names: readonly string[], cost: CostOf): readonly (readonly [string, CostOf])[] {
  return names.map((name) => [name, cost] as const);
}

/** Kubernetes' price of functions, by name; of those that are not here a call costs one. */
const libraryCosts: ReadonlyMap<string, CostOf> = new Map([
  ...forNames(['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf'], (call) => traversal(arg(call, 0))),
  ...forNames(['url', 'lowerAscii', 'upperAscii', 'substring', 'trim'], textOnce),
  ...forNames(['cidr', 'isIP', 'isCIDR', 'quantity', 'isQuantity', 'semver', 'isSemver'], textOnce),
  ...forNames(['replace', 'split', 'ip.isCanonical'], textTwice),
  ...forNames(['join'], (call) => Math.ceil(librarySize(call.result) * 2 * perCharacter)),
  ...forNames(['find', 'findAll'], search),
  ...forNames(['ip'], (call) => (call.overload === 'cidr_ip' ? 1 : textOnce(call))),
  ['containsIP', containsIp],
  ['containsCIDR', containsCidr],
  ['validate', validate],
]);

const listCreation = 10;

function allocating(factor: number, count: number): number {
  return Math.trunc(count * factor) + 1 + listCreation;
}

const outputSize: CostOf = (call) => allocating(1, size(call.result));

function comparedWithItself(list: CelValue): number {
  const [first] = isList(list) ? list.items : [];
  const text = typeof first === 'string' || first instanceof Uint8Array;
  return allocating(text ? 2 + perCharacter : 2, size(list) ** 2);
}

function flatten(call: FinishedCall): number {
  const depth = arg(call, 1);
  return allocating(typeof depth === 'bigint' ? Number(depth) : 1, size(arg(call, 0)));
}

function sets(factor: number): CostOf {
  return (call) => 1 + size(arg(call, 0)) * size(arg(call, 1)) * factor;
}

/** The price of single overloads; comes before the price by name. */
const overloadCosts: ReadonlyMap<string, CostOf> = new Map([
  ...forNames(['list_slice', 'lists_range', 'list_reverse'], outputSize),
  ...forNames(['list_flatten', 'list_flatten_int'], flatten),
  ['list_distinct', (call) => comparedWithItself(arg(call, 0))],
  ['list_sets_contains_list', sets(1)],
  ['list_sets_intersects_list', sets(1)],
  ['list_sets_equivalent_list', sets(2)],
]);

const smallerText: CostOf = (call) => characters(Math.min(size(arg(call, 0)), size(arg(call, 1))));

/** The language's price of operators and functions, by overload. */
const languageCosts: ReadonlyMap<string, CostOf> = new Map([
  ...forNames(
    [
      'starts_with_string',
      'ends_with_string',
      'string_to_bytes',
      'bytes_to_string',
      'strings_quote',
      'string_format',
    ],
    (call) => characters(size(arg(call, 0))),
  ),
  ['in_list', (call) => size(arg(call, 1))],
  ...forNames(
    ['less', 'greater', 'less_equals', 'greater_equals'].flatMap((name) => [
      `${name}_string`,
      `${name}_bytes`,
    ]),
    smallerText,
  ),
  ...forNames(['equals', 'not_equals'], smallerText),
  ...forNames(['add_string', 'add_bytes'], (call) => characters(size(arg(call, 0)) + size(arg(call, 1)))),
  ['matches_string', (call) => regexCost(size(arg(call, 0)), size(arg(call, 1)))],
  ['contains_string', (call) => characters(size(arg(call, 0))) * characters(size(arg(call, 1)))],
]);

const libraryKinds: ReadonlySet<string> = new Set(['quantity', 'url', 'ip', 'cidr', 'semver', 'format']);

function isLibraryValue(value: CelValue): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value && libraryKinds.has(value.kind);
}

function sortCost(call: FinishedCall): number | undefined {
  if (call.overload?.endsWith('_sort')) return comparedWithItself(arg(call, 0));
  return call.overload?.endsWith('_sortByAssociatedKeys') ? comparedWithItself(arg(call, 1)) : undefined;
}

function languageCost(call: FinishedCall): number {
  if (call.name === '_==_' && isLibraryValue(arg(call, 0))) return 1;
  return languageCosts.get(call.overload ?? '')?.(call) ?? 1;
}

/** What the server charges for a call, from the values it was called with. */
export function callCost(call: FinishedCall): number {
  const ofOverload = overloadCosts.get(call.overload ?? '')?.(call) ?? sortCost(call);
  return ofOverload ?? libraryCosts.get(call.name)?.(call) ?? languageCost(call);
}
