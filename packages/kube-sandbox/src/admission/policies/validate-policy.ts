import {
  type FieldError,
  type JsonObject,
  labelKeyErrors,
  objectAt,
  objectsAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { metadataOf } from '../../json/json-access.ts';
import { duplicate, invalidValue, required } from '../../validation/field-errors.ts';
import { compilePolicy, type NamedExpression, type PolicyValidation } from './compile-policy.ts';
import { conditionErrors } from './validate-conditions.ts';
import { oneOf } from './validate-match-resources.ts';
import { constraintErrors, expressionErrors, paramKindErrors, variablesErrors } from './validate-spec.ts';

const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];
const NOTHING = 'validations or auditAnnotations must contain at least one item';

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

function nameOf(object: JsonObject): string {
  return textAt(metadataOf(object), 'name');
}

/** What is wrong with a ValidatingAdmissionPolicy. */
export function policyErrors(policy: JsonObject): readonly FieldError[] {
  const spec = objectAt(policy, 'spec');
  const compiled = compilePolicy(policy);
  const validations = objectsAt(spec, 'validations');
  const nothing = compiled.validations.length + compiled.auditAnnotations.length === 0;
  return [
    ...oneOf('spec.failurePolicy', textAt(spec, 'failurePolicy'), ['Fail', 'Ignore']),
    ...paramKindErrors(spec),
    ...constraintErrors(spec),
    ...conditionErrors(spec, 'spec.matchConditions', valueAt(spec, 'paramKind') !== undefined),
    ...variablesErrors(compiled.variables),
    ...(nothing ? [required('spec.validations', NOTHING), required('spec.auditAnnotations', NOTHING)] : []),
    ...compiled.validations.flatMap((one, index) =>
      validationErrors(validations[index] ?? {}, one, `spec.validations[${index}]`),
    ),
    ...annotationErrors(nameOf(policy), compiled.auditAnnotations),
  ];
}
