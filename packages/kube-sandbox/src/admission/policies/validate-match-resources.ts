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

/** What an earlier entry says already: all subresources of a resource, or a subresource of all resources. */
function coveredErrors(resources: readonly string[], path: string): readonly FieldError[] {
  return resources.flatMap((resource, index) => {
    if (resource === '') return [required(`${path}[${index}]`, '')];
    const [plural = '', subresource] = resource.split(/\/(.*)/s);
    if (subresource === undefined) return [];
    const before = resources.slice(0, index);
    return [`${plural}/*`, `*/${subresource}`]
      .filter((wide) => before.includes(wide))
      .map((wide) =>
        invalidValue(`${path}[${index}]`, resource, `if '${wide}' is present, must not specify ${resource}`),
      );
  });
}

/** `*` and its kind stand alone. */
function resourceErrors(resources: readonly string[], path: string): readonly FieldError[] {
  const told = (detail: string) => invalidValue(path, [...resources], detail);
  const plain = resources.filter((one) => !one.includes('/'));
  return [
    ...coveredErrors(resources, path),
    ...(resources.length > 1 && resources.includes('*/*')
      ? [told("if '*/*' is present, must not specify other resources")]
      : []),
    ...(plain.length > 1 && plain.includes('*')
      ? [told("if '*' is present, must not specify other resources without subresources")]
      : []),
  ];
}

/** `*` beside others, which it takes already. */
function loneErrors(values: readonly string[], path: string, what: string): readonly FieldError[] {
  if (values.length < 2 || !values.includes('*')) return [];
  return [invalidValue(path, [...values], `if '*' is present, must not specify other ${what}`)];
}

function operationErrors(operations: readonly string[], path: string): readonly FieldError[] {
  return [
    ...loneErrors(operations, path, 'operations'),
    ...operations.flatMap((one, index) => oneOf(`${path}[${index}]`, one, OPERATIONS)),
  ];
}

/** What is wrong with a rule of a policy or webhook. */
export function ruleErrors(rule: JsonObject, path: string): readonly FieldError[] {
  const needed = (name: string) => (listAt(rule, name).length === 0 ? [required(`${path}.${name}`, '')] : []);
  const versions = textsAt(rule, 'apiVersions');
  return [
    ...needed('operations'),
    ...operationErrors(textsAt(rule, 'operations'), `${path}.operations`),
    ...needed('apiGroups'),
    ...loneErrors(textsAt(rule, 'apiGroups'), `${path}.apiGroups`, 'API groups'),
    ...needed('apiVersions'),
    ...loneErrors(versions, `${path}.apiVersions`, 'API versions'),
    ...versions.flatMap((one, index) => (one === '' ? [required(`${path}.apiVersions[${index}]`, '')] : [])),
    ...needed('resources'),
    ...resourceErrors(textsAt(rule, 'resources'), `${path}.resources`),
    ...oneOf(`${path}.scope`, textAt(rule, 'scope') || '*', SCOPES),
  ];
}

function typeOf(message: string): FieldError['type'] {
  if (message.startsWith('Required value')) return 'FieldValueRequired';
  return message.startsWith('Forbidden') ? 'FieldValueForbidden' : 'FieldValueInvalid';
}

/** What is wrong with a label selector below `path`. */
export function selectorErrors(match: JsonObject, name: string, path: string): readonly FieldError[] {
  const selector = valueAt(match, name);
  if (selector === undefined) return [];
  return labelSelectorErrors(selector, `${path}.${name}`).map((error) => ({
    ...error,
    type: typeOf(error.message),
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
