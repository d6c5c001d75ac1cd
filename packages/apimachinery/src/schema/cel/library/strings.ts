import { compileRegex } from '../data/regex.ts';
import { intArg, listArg, stringArg } from '../functions/argument-types.ts';
import {
  binary,
  type CelFunction,
  libraryFunction,
  method,
  type Overload,
  ternary,
  unary,
} from '../functions/function-table.ts';
import * as t from '../values/cel-type.ts';
import { type CelValue, celError, type ListValue, listValue } from '../values/cel-value.ts';

function outOfRange(index: bigint): CelValue {
  return celError(`index out of range: ${index}`);
}

function inRange(index: bigint, length: number): boolean {
  return index >= 0n && index <= BigInt(length);
}

function charAt(text: string, index: bigint): CelValue {
  const chars = Array.from(text);
  return inRange(index, chars.length) ? (chars[Number(index)] ?? '') : outOfRange(index);
}

function foundAt(chars: readonly string[], part: readonly string[], at: number): boolean {
  return part.every((char, index) => chars[at + index] === char);
}

function indexOf(text: string, part: string, offset: bigint): CelValue {
  if (part === '') return offset;
  if (offset < 0n) return outOfRange(offset);
  const [chars, wanted] = [Array.from(text), Array.from(part)];
  for (let at = Number(offset); at <= chars.length - wanted.length; at += 1) {
    if (foundAt(chars, wanted, at)) return BigInt(at);
  }
  return -1n;
}

function lastIndexOf(text: string, part: string, offset: bigint): CelValue {
  if (part === '') return offset;
  if (offset < 0n) return outOfRange(offset);
  const [chars, wanted] = [Array.from(text), Array.from(part)];
  if (offset >= BigInt(chars.length)) return -1n;
  for (let at = Math.min(Number(offset), chars.length - wanted.length); at >= 0; at -= 1) {
    if (foundAt(chars, wanted, at)) return BigInt(at);
  }
  return -1n;
}

function lastIndexOfAny(text: string, part: string): CelValue {
  const length = Array.from(text).length;
  if (part === '') return BigInt(length);
  return text.length < part.length ? -1n : lastIndexOf(text, part, BigInt(length - 1));
}

function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]/g, (char) => char.toLowerCase());
}

function upperAscii(text: string): string {
  return text.replaceAll(/[a-z]/g, (char) => char.toUpperCase());
}

/** Replaces the first `count` occurrences, all when negative; an empty part is found around every character. */
function replace(text: string, part: string, by: string, count: bigint): string {
  const pieces = part === '' ? ['', ...Array.from(text), ''] : text.split(part);
  const found = pieces.length - 1;
  const replaced = count < 0n || count > BigInt(found) ? found : Number(count);
  const head = pieces.slice(0, replaced + 1).join(by);
  return [head, ...pieces.slice(replaced + 1)].join(part);
}

function split(text: string, separator: string, limit: bigint): CelValue {
  if (limit === 0n) return listValue([]);
  const pieces = separator === '' ? Array.from(text) : text.split(separator);
  if (limit < 0n || BigInt(pieces.length) <= limit) return listValue(pieces);
  const kept = Number(limit) - 1;
  return listValue([...pieces.slice(0, kept), pieces.slice(kept).join(separator)]);
}

function substring(text: string, start: bigint, end: bigint | undefined): CelValue {
  const chars = Array.from(text);
  if (end !== undefined && start > end)
    return celError(`invalid substring range. start: ${start}, end: ${end}`);
  if (!inRange(start, chars.length)) return outOfRange(start);
  if (end !== undefined && !inRange(end, chars.length)) return outOfRange(end);
  return chars.slice(Number(start), end === undefined ? undefined : Number(end)).join('');
}

const whiteSpace =
  '[\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const leading = new RegExp(`^${whiteSpace}+`);
const trailing = new RegExp(`${whiteSpace}$`);

/** Without white space around it, by Unicode's definition. */
function trim(text: string): string {
  let end = text.length;
  while (end > 0 && trailing.test(text.slice(end - 1, end))) end -= 1;
  return text.slice(0, end).replace(leading, '');
}

function join(list: ListValue, separator: string): CelValue {
  const bad = list.items.find((item) => typeof item !== 'string');
  return bad === undefined ? list.items.join(separator) : celError(`join: invalid input: ${String(bad)}`);
}

const quoteEscapes: ReadonlyMap<string, string> = new Map([
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['\\', '\\\\'],
  ['"', '\\"'],
]);

function quote(text: string): string {
  return `"${Array.from(text, (char) => quoteEscapes.get(char) ?? char).join('')}"`;
}

function matches(text: string, pattern: string): CelValue {
  const regex = compileRegex(pattern);
  return typeof regex === 'string' ? celError(regex) : regex.matcher(text).find();
}

const two = [stringArg, stringArg] as const;
const withCount = [stringArg, stringArg, intArg] as const;

function predicate(id: string, run: (text: string, part: string) => CelValue): Overload {
  return method(binary(id, two, t.boolType, run));
}

const replaceTimes: Overload = {
  id: 'string_replace_string_string_int',
  member: true,
  args: [t.stringType, t.stringType, t.stringType, t.intType],
  result: t.stringType,
  run: ([text, part, by, count]) => {
    const known = typeof text === 'string' && typeof part === 'string' && typeof by === 'string';
    return known && typeof count === 'bigint' ? replace(text, part, by, count) : undefined;
  },
};

const strings = t.listType(t.stringType);

/** Text functions of the language and of its strings extension. */
export const stringFunctions: readonly CelFunction[] = [
  libraryFunction(
    'contains',
    predicate('contains_string', (text, part) => text.includes(part)),
  ),
  libraryFunction(
    'startsWith',
    predicate('starts_with_string', (text, part) => text.startsWith(part)),
  ),
  libraryFunction(
    'endsWith',
    predicate('ends_with_string', (text, part) => text.endsWith(part)),
  ),
  libraryFunction(
    'matches',
    binary('matches', two, t.boolType, matches),
    predicate('matches_string', matches),
  ),
  libraryFunction('charAt', method(binary('string_char_at_int', [stringArg, intArg], t.stringType, charAt))),
  libraryFunction(
    'indexOf',
    method(binary('string_index_of_string', two, t.intType, (text, part) => indexOf(text, part, 0n))),
    method(ternary('string_index_of_string_int', withCount, t.intType, indexOf)),
  ),
  libraryFunction(
    'lastIndexOf',
    method(binary('string_last_index_of_string', two, t.intType, lastIndexOfAny)),
    method(ternary('string_last_index_of_string_int', withCount, t.intType, lastIndexOf)),
  ),
  libraryFunction('lowerAscii', method(unary('string_lower_ascii', stringArg, t.stringType, lowerAscii))),
  libraryFunction('upperAscii', method(unary('string_upper_ascii', stringArg, t.stringType, upperAscii))),
  libraryFunction(
    'replace',
    method(
      ternary(
        'string_replace_string_string',
        [stringArg, stringArg, stringArg],
        t.stringType,
        (text, part, by) => replace(text, part, by, -1n),
      ),
    ),
    replaceTimes,
  ),
  libraryFunction(
    'split',
    method(binary('string_split_string', two, strings, (text, by) => split(text, by, -1n))),
    method(ternary('string_split_string_int', withCount, strings, split)),
  ),
  libraryFunction(
    'substring',
    method(
      binary('string_substring_int', [stringArg, intArg], t.stringType, (text, at) =>
        substring(text, at, undefined),
      ),
    ),
    method(ternary('string_substring_int_int', [stringArg, intArg, intArg], t.stringType, substring)),
  ),
  libraryFunction('trim', method(unary('string_trim', stringArg, t.stringType, trim))),
  libraryFunction('strings.quote', unary('strings_quote', stringArg, t.stringType, quote)),
  libraryFunction(
    'join',
    method(unary('list_join', listArg(stringArg), t.stringType, (list) => join(list, ''))),
    method(binary('list_join_string', [listArg(stringArg), stringArg], t.stringType, join)),
  ),
];
