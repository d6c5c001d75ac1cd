import {
  type FieldError,
  type JsonObject,
  label1035Problems,
  objectAt,
  objectsAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { invalidValue, required } from '../../validation/field-errors.ts';
import type { NamedExpression, PolicyExpression } from './compile-policy.ts';
import { matchErrors } from './validate-match-resources.ts';

const IDENTIFIER = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
const RESERVED: ReadonlySet<string> = new Set([
  ...['true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if'],
  ...['import', 'let', 'loop', 'package', 'namespace', 'return', 'var', 'void', 'while'],
]);

/** What is wrong with an expression; `blank` is said where there is none. */
export function expressionErrors(
  path: string,
  { source, error }: PolicyExpression,
  blank: string,
): readonly FieldError[] {
  if (source.trim() === '') return [required(path, blank)];
  return error === undefined ? [] : [invalidValue(path, source, error)];
}

/** What is wrong with the matchConstraints of a policy. */
export function constraintErrors(spec: JsonObject): readonly FieldError[] {
  const path = 'spec.matchConstraints';
  if (valueAt(spec, 'matchConstraints') === undefined) return [required(path, '')];
  const match = objectAt(spec, 'matchConstraints');
  const empty = objectsAt(match, 'resourceRules').length === 0;
  return [...matchErrors(match, path), ...(empty ? [required(`${path}.resourceRules`, '')] : [])];
}

function variableErrors(name: string, path: string): readonly FieldError[] {
  if (name.trim() === '') return [required(`${path}.name`, 'name is not specified')];
  if (IDENTIFIER.test(name) && !RESERVED.has(name)) return [];
  return [invalidValue(`${path}.name`, name, 'must be a valid CEL identifier')];
}

/** What is wrong with the variables of a policy. */
export function variablesErrors(variables: readonly NamedExpression[]): readonly FieldError[] {
  return variables.flatMap(({ name, expression }, index) => {
    const path = `spec.variables[${index}]`;
    const problems = expressionErrors(`${path}.expression`, expression, 'expression is not specified');
    return [...variableErrors(name, path), ...problems];
  });
}

function kindProblems(kind: string): readonly string[] {
  return label1035Problems(kind.toLowerCase()).map(
    (problem) => `may have mixed case, but should otherwise match: ${problem}`,
  );
}

function versionProblems(apiVersion: string): readonly string[] {
  return apiVersion.split('/').length > 2 ? [`unexpected GroupVersion string: ${apiVersion}`] : [];
}

/** What is wrong with the paramKind of a policy. */
export function paramKindErrors(spec: JsonObject): readonly FieldError[] {
  if (valueAt(spec, 'paramKind') === undefined) return [];
  const kind = objectAt(spec, 'paramKind');
  return ['apiVersion', 'kind'].flatMap((name) => {
    const value = textAt(kind, name);
    const path = `spec.paramKind.${name}`;
    if (value === '') return [required(path, '')];
    const problems = name === 'kind' ? kindProblems(value) : versionProblems(value);
    return problems.map((problem) => invalidValue(path, value, problem));
  });
}
