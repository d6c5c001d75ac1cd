import {
  type FieldError,
  type JsonObject,
  label1035Problems,
  labelKeyErrors,
  objectAt,
  objectsAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { metadataOf } from '../../json/json-access.ts';
import { duplicate, invalidValue, required } from '../../validation/field-errors.ts';
import {
  compilePolicy,
  type NamedExpression,
  type PolicyExpression,
  type PolicyValidation,
} from './compile-policy.ts';
import { matchErrors, oneOf } from './validate-match-resources.ts';

const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];
const IDENTIFIER = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
const NOTHING = 'validations or auditAnnotations must contain at least one item';

function expressionErrors(
  path: string,
  { source, error }: PolicyExpression,
  blank: string,
): readonly FieldError[] {
  if (source.trim() === '') return [required(path, blank)];
  return error === undefined ? [] : [invalidValue(path, source, error)];
}

function constraintErrors(spec: JsonObject): readonly FieldError[] {
  const path = 'spec.matchConstraints';
  if (valueAt(spec, 'matchConstraints') === undefined) return [required(path, '')];
  const match = objectAt(spec, 'matchConstraints');
  const empty = objectsAt(match, 'resourceRules').length === 0;
  return [...matchErrors(match, path), ...(empty ? [required(`${path}.resourceRules`, '')] : [])];
}

function messageErrors(written: JsonObject, path: string): readonly FieldError[] {
  const message = textAt(written, 'message');
  if (message !== '' && message.trim() === '')
    return [invalidValue(`${path}.message`, message, 'must be non-empty if specified')];
  if (!message.trim().includes('\n')) return [];
  return [invalidValue(`${path}.message`, message, 'must not contain line breaks')];
}

function validationErrors(
  written: JsonObject,
  compiled: PolicyValidation,
  path: string,
): readonly FieldError[] {
  const { messageExpression, reason } = compiled;
  const blank = textAt(written, 'messageExpression') !== '' && messageExpression === undefined;
  return [
    ...expressionErrors(`${path}.expression`, compiled.expression, 'expression is not specified'),
    ...(blank
      ? [
          invalidValue(
            `${path}.messageExpression`,
            textAt(written, 'messageExpression'),
            'must be non-empty if specified',
          ),
        ]
      : []),
    ...(messageExpression === undefined
      ? []
      : expressionErrors(`${path}.messageExpression`, messageExpression, '')),
    ...messageErrors(written, path),
    ...(reason === '' ? [] : oneOf(`${path}.reason`, reason, REASONS)),
  ];
}

function variableErrors(name: string, path: string): readonly FieldError[] {
  if (name === '') return [required(`${path}.name`, 'name is not specified')];
  return IDENTIFIER.test(name) ? [] : [invalidValue(`${path}.name`, name, 'must be a valid CEL identifier')];
}

function conditionNameErrors(name: string, path: string): readonly FieldError[] {
  if (name === '') return [required(path, '')];
  return labelKeyErrors(name).map((problem) => invalidValue(path, name, problem));
}

function repeated(names: readonly string[], path: string): readonly FieldError[] {
  return names.flatMap((name, index) =>
    names.indexOf(name) < index ? [duplicate(`${path}[${index}].name`, name)] : [],
  );
}

/** Keys become names in an audit log, below the policy's. */
function annotationErrors(policy: string, annotations: readonly NamedExpression[]): readonly FieldError[] {
  const names = annotations.map(({ name }) => name);
  return annotations.flatMap(({ name, expression }, index) => {
    const path = `spec.auditAnnotations[${index}]`;
    const key = `${policy}/${name}`;
    return [
      ...labelKeyErrors(key).map((problem) => invalidValue(`${path}.key`, key, problem)),
      ...expressionErrors(`${path}.valueExpression`, expression, 'valueExpression is not specified'),
      ...(names.indexOf(name) < index ? [duplicate(`${path}.key`, name)] : []),
    ];
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

function paramKindErrors(spec: JsonObject): readonly FieldError[] {
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

function nameOf(object: JsonObject): string {
  return textAt(metadataOf(object), 'name');
}

/** What is wrong with a ValidatingAdmissionPolicy. */
export function policyErrors(policy: JsonObject): readonly FieldError[] {
  const spec = objectAt(policy, 'spec');
  const compiled = compilePolicy(policy);
  const validations = objectsAt(spec, 'validations');
  const nothing = compiled.validations.length + compiled.auditAnnotations.length === 0;
  const conditions = compiled.matchConditions.map(({ name }) => name);
  return [
    ...oneOf('spec.failurePolicy', textAt(spec, 'failurePolicy'), ['Fail', 'Ignore']),
    ...paramKindErrors(spec),
    ...constraintErrors(spec),
    ...compiled.matchConditions.flatMap(({ name, expression }, index) => {
      const path = `spec.matchConditions[${index}]`;
      return [
        ...expressionErrors(`${path}.expression`, expression, ''),
        ...conditionNameErrors(name, `${path}.name`),
      ];
    }),
    ...repeated(conditions, 'spec.matchConditions'),
    ...compiled.variables.flatMap(({ name, expression }, index) => {
      const path = `spec.variables[${index}]`;
      const problems = expressionErrors(`${path}.expression`, expression, 'expression is not specified');
      return [...variableErrors(name, path), ...problems];
    }),
    ...(nothing ? [required('spec.validations', NOTHING), required('spec.auditAnnotations', NOTHING)] : []),
    ...compiled.validations.flatMap((one, index) =>
      validationErrors(validations[index] ?? {}, one, `spec.validations[${index}]`),
    ),
    ...annotationErrors(nameOf(policy), compiled.auditAnnotations),
  ];
}
