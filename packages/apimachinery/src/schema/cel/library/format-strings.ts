import { splitFormat } from '../data/format-string.ts';
import { dynArg, listArg, stringArg } from '../functions/argument-types.ts';
import { binary, type CelFunction, libraryFunction, method } from '../functions/function-table.ts';
import * as t from '../values/cel-type.ts';
import { type CelValue, celError, isError, type ListValue } from '../values/cel-value.ts';
import { formatClause } from './format-clauses.ts';

function format(text: string, list: ListValue): CelValue {
  let result = '';
  let index = 0;
  for (const piece of splitFormat(text)) {
    if (piece.kind === 'text') {
      result += piece.text;
      continue;
    }
    const value = list.items[index];
    if (value === undefined) return celError(`index ${index} out of range`);
    if (piece.kind === 'problem') return celError(piece.message);
    if (isError(value)) return value;
    const formatted = formatClause(piece.clause, piece.precision, value);
    if (!formatted.ok) return celError(`error during formatting: ${formatted.message}`);
    result += formatted.text;
    index += 1;
  }
  return result;
}

/** `'%s is %d'.format(['a', 1])`. */
export const formatStringFunctions: readonly CelFunction[] = [
  libraryFunction(
    'format',
    method(binary('string_format', [stringArg, listArg(dynArg)], t.stringType, format)),
  ),
];
