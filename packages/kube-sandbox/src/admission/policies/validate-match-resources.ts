import {
  type FieldError,
  type JsonObject,
  labelSelectorErrors,
  listAt,
  objectsAt,
  textAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import { invalidValue, notSupported, required } from '../../validation/field-errors.ts';

const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const SCOPES = ['*', 'Cluster', 'Namespaced'];

/** A text that must be one of a few. */
export function oneOf(path: string, value: string, allowed: readonly string[]): readonly FieldError[] {
  return allowed.includes(value) ? [] : [notSupported(path, value, allowed)];
}

/** `*` and its kind stand alone. */
function resourceErrors(resources: readonly string[], path: string): readonly FieldError[] {
  const told = (detail: string) => invalidValue(path, [...resources], detail);
  const plain = resources.filter((one) => !one.includes('/'));
  return [
    ...(resources.length > 1 && resources.includes('*/*')
      ? [told("if '*/*' is present, must not specify other resources")]
      : []),
    ...(plain.length > 1 && plain.includes('*')
      ? [told("if '*' is present, must not specify other resources without subresources")]
      : []),
  ];
}

function operationErrors(operations: readonly string[], path: string): readonly FieldError[] {
  const alone = operations.length > 1 && operations.includes('*');
  const told = "if '*' is present, must not specify other operations";
  return [
    ...(alone ? [invalidValue(path, [...operations], told)] : []),
    ...operations.flatMap((one, index) => oneOf(`${path}[${index}]`, one, OPERATIONS)),
  ];
}

function ruleErrors(rule: JsonObject, path: string): readonly FieldError[] {
  const needed = (name: string) => (listAt(rule, name).length === 0 ? [required(`${path}.${name}`, '')] : []);
  return [
    ...needed('operations'),
    ...operationErrors(textsAt(rule, 'operations'), `${path}.operations`),
    ...['apiGroups', 'apiVersions', 'resources'].flatMap(needed),
    ...resourceErrors(textsAt(rule, 'resources'), `${path}.resources`),
    ...oneOf(`${path}.scope`, textAt(rule, 'scope') || '*', SCOPES),
  ];
}

function selectorErrors(match: JsonObject, name: string, path: string): readonly FieldError[] {
  const selector = valueAt(match, name);
  if (selector === undefined) return [];
  return labelSelectorErrors(selector, `${path}.${name}`).map((error) => ({
    ...error,
    type: 'FieldValueInvalid',
  }));
}

/** What is wrong with the rules of a policy's matchConstraints or a binding's matchResources. */
export function matchErrors(match: JsonObject, path: string): readonly FieldError[] {
  return [
    ...selectorErrors(match, 'namespaceSelector', path),
    ...selectorErrors(match, 'objectSelector', path),
    ...oneOf(`${path}.matchPolicy`, textAt(match, 'matchPolicy') || 'Equivalent', ['Equivalent', 'Exact']),
    ...['resourceRules', 'excludeResourceRules'].flatMap((name) =>
      objectsAt(match, name).flatMap((rule, index) => ruleErrors(rule, `${path}.${name}[${index}]`)),
    ),
  ];
}
