import {
  type FieldError,
  type JsonObject,
  labelKeyErrors,
  objectsAt,
  textAt,
} from '@archipelago/apimachinery';
import { duplicate, invalidValue, required, tooMany } from '../../validation/field-errors.ts';
import { compileConditions, type NamedExpression } from './compile-policy.ts';

const MOST_CONDITIONS = 64;

function errorsOf(condition: NamedExpression, path: string): readonly FieldError[] {
  const { name, expression } = condition;
  const { source, error } = expression;
  return [
    ...(source === '' ? [required(`${path}.expression`, '')] : []),
    ...(source === '' || error === undefined ? [] : [invalidValue(`${path}.expression`, source, error)]),
    ...(name === '' ? [required(`${path}.name`, '')] : []),
    ...(name === '' ? [] : labelKeyErrors(name)).map((problem) =>
      invalidValue(`${path}.name`, name, problem),
    ),
  ];
}

/** What is wrong with the matchConditions of a webhook or of a policy; `params`: whether they may speak of parameters. */
export function conditionErrors(owner: JsonObject, path: string, params: boolean): readonly FieldError[] {
  const conditions = objectsAt(owner, 'matchConditions');
  const compiled = compileConditions(
    conditions.map((one) => ({ ...one, expression: textAt(one, 'expression').trim() })),
    params,
  );
  const names = compiled.map(({ name }) => name);
  return [
    ...(compiled.length > MOST_CONDITIONS ? [tooMany(path, compiled.length, MOST_CONDITIONS)] : []),
    ...compiled.flatMap((condition, index) => {
      const { name } = condition;
      const isTaken = name !== '' && names.indexOf(name) < index;
      const at = `${path}[${index}]`;
      return [...errorsOf(condition, at), ...(isTaken ? [duplicate(`${at}.name`, name)] : [])];
    }),
  ];
}
