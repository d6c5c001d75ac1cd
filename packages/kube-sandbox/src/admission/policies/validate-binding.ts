import {
  type FieldError,
  type JsonObject,
  objectAt,
  textAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import {
  duplicate,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../validation/field-errors.ts';
import { subdomain } from '../../validation/name-rules.ts';
import { matchErrors, oneOf } from './validate-match-resources.ts';

const ACTIONS = ['Audit', 'Deny', 'Warn'];

function actionErrors(spec: JsonObject): readonly FieldError[] {
  const path = 'spec.validationActions';
  const actions = textsAt(spec, 'validationActions');
  if (actions.length === 0) return [required(path, 'at least one validation action is required')];
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
  if (valueAt(spec, 'paramRef') === undefined) return [];
  const reference = objectAt(spec, 'paramRef');
  const path = 'spec.paramRef';
  const named = textAt(reference, 'name') !== '';
  const selecting = valueAt(reference, 'selector') !== undefined;
  const action = textAt(reference, 'parameterNotFoundAction');
  const actionPath = `${path}.parameterNotFoundAction`;
  const both = 'name and selector are mutually exclusive';
  return [
    ...(named || selecting ? [] : [required(path, 'one of name or selector must be specified')]),
    ...(named && selecting
      ? [forbiddenField(`${path}.name`, both), forbiddenField(`${path}.selector`, both)]
      : []),
    ...(action === '' ? [required(actionPath, '')] : oneOf(actionPath, action, ['Deny', 'Allow'])),
  ];
}

/** What is wrong with the parts that bindings of all policies have: the policy, its params and what it is limited to. */
export function boundErrors(spec: JsonObject): readonly FieldError[] {
  const policy = textAt(spec, 'policyName');
  return [
    ...(policy === ''
      ? [required('spec.policyName', '')]
      : subdomain(policy).map((problem) => invalidValue('spec.policyName', policy, problem))),
    ...paramErrors(spec),
    ...matchErrors(objectAt(spec, 'matchResources'), 'spec.matchResources'),
  ];
}

/** What is wrong with a ValidatingAdmissionPolicyBinding. */
export function bindingErrors(binding: JsonObject): readonly FieldError[] {
  const spec = objectAt(binding, 'spec');
  return [...boundErrors(spec), ...actionErrors(spec)];
}
