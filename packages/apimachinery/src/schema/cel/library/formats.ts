import { knownFormats } from '../data/known-formats.ts';
import type { NamedFormat } from '../data/named-format.ts';
import { formatArg, stringArg } from '../functions/argument-types.ts';
import {
  binary,
  type CelFunction,
  libraryFunction,
  method,
  nullary,
  unary,
} from '../functions/function-table.ts';
import * as t from '../values/cel-type.ts';
import { type CelValue, libraryTypes, listValue, noValue, optionalOf } from '../values/cel-value.ts';

const { format: formatType } = libraryTypes;

function formatValue(format: NamedFormat): CelValue {
  return { kind: 'format', format };
}

function named(name: string): CelValue {
  const format = knownFormats.get(name);
  return format === undefined ? noValue : optionalOf(formatValue(format));
}

function validate(format: NamedFormat, text: string): CelValue {
  const problems = format.validate(text);
  return problems.length === 0 ? noValue : optionalOf(listValue(problems));
}

const problemsType = t.optionalType(t.listType(t.stringType));

/** Kubernetes' named text formats. */
export const formatFunctions: readonly CelFunction[] = [
  ...[...knownFormats].map(([name, format]) =>
    libraryFunction(
      `format.${name}`,
      nullary(`format.${name}`, formatType, () => formatValue(format)),
    ),
  ),
  libraryFunction('format.named', unary('format-named', stringArg, t.optionalType(formatType), named)),
  libraryFunction(
    'validate',
    method(
      binary('format-validate', [formatArg, stringArg], problemsType, ({ format }, text) =>
        validate(format, text),
      ),
    ),
  ),
];
