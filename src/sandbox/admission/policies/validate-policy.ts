import type { JsonObject } from '../../../api/json-value.ts';
import type { FieldError } from '../../../schema/field-error.ts';
import { field, listField, objectField, objectsField, textField, textsField } from '../../json-access.ts';
import { duplicate, invalidValue, notSupported, required } from '../field-errors.ts';
import { compilePolicy, type PolicyExpression, type PolicyValidation } from './compile-policy.ts';

const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const SCOPES = ['*', 'Cluster', 'Namespaced'];
const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge', 'Unauthorized'];
const ACTIONS = ['Audit', 'Deny', 'Warn'];
const IDENTIFIER = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
const NOTHING = 'validations or auditAnnotations must contain at least one item';

function oneOf(path: string, value: string, allowed: readonly string[]): readonly FieldError[] {
  return allowed.includes(value) ? [] : [notSupported(path, value, allowed)];
}

function expressionErrors(
  path: string,
  { source, error }: PolicyExpression,
  blank: string,
): readonly FieldError[] {
  if (source.trim() === '') return [required(path, blank)];
  return error === undefined ? [] : [invalidValue(path, source, error)];
}

function ruleErrors(rule: JsonObject, path: string): readonly FieldError[] {
  const operations = textsField(rule, 'operations');
  const absent = ['apiGroups', 'apiVersions', 'operations', 'resources'].filter(
    (name) => listField(rule, name).length === 0,
  );
  const more = operations.length > 1 && operations.includes('*');
  return [
    ...absent.map((name) => required(`${path}.${name}`, '')),
    ...(more
      ? [
          invalidValue(
            `${path}.operations`,
            [...operations],
            "if '*' is present, must not specify other operations",
          ),
        ]
      : []),
    ...operations.flatMap((one, index) => oneOf(`${path}.operations[${index}]`, one, OPERATIONS)),
    ...oneOf(`${path}.scope`, textField(rule, 'scope') || '*', SCOPES),
  ];
}

/** What is wrong with the rules of a policy's matchConstraints or a binding's matchResources. */
function matchErrors(match: JsonObject, path: string): readonly FieldError[] {
  return [
    ...oneOf(`${path}.matchPolicy`, textField(match, 'matchPolicy') || 'Equivalent', ['Equivalent', 'Exact']),
    ...['resourceRules', 'excludeResourceRules'].flatMap((name) =>
      objectsField(match, name).flatMap((rule, index) => ruleErrors(rule, `${path}.${name}[${index}]`)),
    ),
  ];
}

function constraintErrors(spec: JsonObject): readonly FieldError[] {
  const path = 'spec.matchConstraints';
  if (field(spec, 'matchConstraints') === undefined) return [required(path, '')];
  const match = objectField(spec, 'matchConstraints');
  const empty = objectsField(match, 'resourceRules').length === 0;
  return [...matchErrors(match, path), ...(empty ? [required(`${path}.resourceRules`, '')] : [])];
}

function messageErrors(written: JsonObject, path: string): readonly FieldError[] {
  const message = textField(written, 'message');
  if (message !== '' && message.trim() === '')
    return [invalidValue(`${path}.message`, message, 'message must be non-empty if specified')];
  if (!message.trim().includes('\n')) return [];
  return [invalidValue(`${path}.message`, message, 'message must not contain line breaks')];
}

function validationErrors(
  written: JsonObject,
  compiled: PolicyValidation,
  path: string,
): readonly FieldError[] {
  const { messageExpression, reason } = compiled;
  const blank = textField(written, 'messageExpression') !== '' && messageExpression === undefined;
  return [
    ...expressionErrors(`${path}.expression`, compiled.expression, 'expression is not specified'),
    ...(blank
      ? [
          invalidValue(
            `${path}.messageExpression`,
            textField(written, 'messageExpression'),
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
  return IDENTIFIER.test(name)
    ? []
    : [invalidValue(`${path}.name`, name, 'name is not a valid CEL identifier')];
}

function repeated(names: readonly string[], path: string): readonly FieldError[] {
  return names.flatMap((name, index) =>
    names.indexOf(name) < index ? [duplicate(`${path}[${index}].name`, name)] : [],
  );
}

/** What is wrong with a ValidatingAdmissionPolicy. */
export function policyErrors(policy: JsonObject): readonly FieldError[] {
  const spec = objectField(policy, 'spec');
  const compiled = compilePolicy(policy);
  const validations = objectsField(spec, 'validations');
  const nothing = compiled.validations.length + compiled.auditAnnotations.length === 0;
  const conditions = compiled.matchConditions.map(({ name }) => name);
  return [
    ...oneOf('spec.failurePolicy', textField(spec, 'failurePolicy'), ['Fail', 'Ignore']),
    ...constraintErrors(spec),
    ...compiled.matchConditions.flatMap(({ name, expression }, index) => {
      const path = `spec.matchConditions[${index}]`;
      const named = name === '' ? [required(`${path}.name`, '')] : [];
      return [...named, ...expressionErrors(`${path}.expression`, expression, '')];
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
    ...compiled.auditAnnotations.flatMap(({ name, expression }, index) => {
      const path = `spec.auditAnnotations[${index}]`;
      const keyed = name === '' ? [required(`${path}.key`, '')] : [];
      return [...keyed, ...expressionErrors(`${path}.valueExpression`, expression, '')];
    }),
  ];
}

function actionErrors(spec: JsonObject): readonly FieldError[] {
  const path = 'spec.validationActions';
  const actions = textsField(spec, 'validationActions');
  if (actions.length === 0) return [required(path, '')];
  const both =
    'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';
  return [
    ...actions.flatMap((action, index) => {
      if (!ACTIONS.includes(action)) return [notSupported(`${path}[${index}]`, action, ACTIONS)];
      return actions.indexOf(action) < index ? [duplicate(`${path}[${index}]`, action)] : [];
    }),
    ...(actions.includes('Deny') && actions.includes('Warn') ? [invalidValue(path, [...actions], both)] : []),
  ];
}

function paramErrors(spec: JsonObject): readonly FieldError[] {
  if (field(spec, 'paramRef') === undefined) return [];
  const reference = objectField(spec, 'paramRef');
  const path = 'spec.paramRef';
  const named = textField(reference, 'name') !== '';
  const selecting = field(reference, 'selector') !== undefined;
  return [
    ...(named || selecting ? [] : [required(path, 'one of name or selector must be specified')]),
    ...(named && selecting
      ? [invalidValue(path, reference, 'name and selector are mutually exclusive')]
      : []),
    ...oneOf(`${path}.parameterNotFoundAction`, textField(reference, 'parameterNotFoundAction'), [
      'Allow',
      'Deny',
    ]),
  ];
}

/** What is wrong with a ValidatingAdmissionPolicyBinding. */
export function bindingErrors(binding: JsonObject): readonly FieldError[] {
  const spec = objectField(binding, 'spec');
  return [
    ...(textField(spec, 'policyName') === '' ? [required('spec.policyName', '')] : []),
    ...paramErrors(spec),
    ...matchErrors(objectField(spec, 'matchResources'), 'spec.matchResources'),
    ...actionErrors(spec),
  ];
}
