import { compileRegex } from '../data/regex.ts';
import { intArg, stringArg } from '../functions/argument-types.ts';
import { binary, type CelFunction, libraryFunction, method, ternary } from '../functions/function-table.ts';
import * as t from '../values/cel-type.ts';
import { type CelValue, celError, listValue } from '../values/cel-value.ts';

function find(text: string, pattern: string): CelValue {
  const regex = compileRegex(pattern);
  if (typeof regex === 'string') return celError(`Illegal regex: ${regex}`);
  const matcher = regex.matcher(text);
  return matcher.find() ? (matcher.group() ?? '') : '';
}

/** Up to `limit` matches from left to right, all when negative; an empty match right after another does not count. */
function findAll(text: string, pattern: string, limit: bigint): CelValue {
  const regex = compileRegex(pattern);
  if (typeof regex === 'string') return celError(`Illegal regex: ${regex}`);
  const found: string[] = [];
  const matcher = regex.matcher(text);
  let lastEnd = -1;
  while ((limit < 0n || BigInt(found.length) < limit) && matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()];
    if (start !== end || start !== lastEnd) found.push(matcher.group() ?? '');
    lastEnd = end;
  }
  return listValue(found);
}

const two = [stringArg, stringArg] as const;
const strings = t.listType(t.stringType);

/** Kubernetes' regular expression functions. */
export const regexFunctions: readonly CelFunction[] = [
  libraryFunction('find', method(binary('string_find_string', two, t.stringType, find))),
  libraryFunction(
    'findAll',
    method(binary('string_find_all_string', two, strings, (text, pattern) => findAll(text, pattern, -1n))),
    method(ternary('string_find_all_string_int', [stringArg, stringArg, intArg], strings, findAll)),
  ),
];
