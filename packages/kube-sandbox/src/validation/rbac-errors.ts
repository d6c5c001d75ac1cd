import {
  type FieldError,
  type JsonObject,
  jsonEqual,
  labelSelectorErrors,
  objectAt,
  objectsAt,
  textAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import { invalidValue, notSupported, required } from './field-errors.ts';
import { subdomain } from './name-rules.ts';

const GROUP = 'rbac.authorization.k8s.io';

/** What a kube-apiserver refuses in the rules of a role; one in a namespace has none for paths. */
export function roleErrors(role: JsonObject, isNamespaced: boolean): readonly FieldError[] {
  return objectsAt(role, 'rules').flatMap((rule, index) => ruleErrors(rule, `rules[${index}]`, isNamespaced));
}

function ruleErrors(rule: JsonObject, at: string, isNamespaced: boolean): readonly FieldError[] {
  const verbs =
    textsAt(rule, 'verbs').length === 0
      ? [required(`${at}.verbs`, 'verbs must contain at least one value')]
      : [];
  const paths = textsAt(rule, 'nonResourceURLs');
  return [...verbs, ...(paths.length > 0 ? pathErrors(rule, at, isNamespaced) : resourceErrors(rule, at))];
}

function pathErrors(rule: JsonObject, at: string, isNamespaced: boolean): readonly FieldError[] {
  const paths = textsAt(rule, 'nonResourceURLs');
  const field = `${at}.nonResourceURLs`;
  const isMixed = ['apiGroups', 'resources', 'resourceNames'].some((name) => textsAt(rule, name).length > 0);
  return [
    ...(isNamespaced
      ? [invalidValue(field, paths, 'namespaced rules cannot apply to non-resource URLs')]
      : []),
    ...(isMixed
      ? [invalidValue(field, paths, 'rules cannot apply to both regular resources and non-resource URLs')]
      : []),
  ];
}

function resourceErrors(rule: JsonObject, at: string): readonly FieldError[] {
  const needs = (name: string, what: string) =>
    textsAt(rule, name).length === 0
      ? [required(`${at}.${name}`, `resource rules must supply at least one ${what}`)]
      : [];
  return [...needs('apiGroups', 'api group'), ...needs('resources', 'resource')];
}

/** What is wrong with which roles a ClusterRole takes its rules from. */
export function aggregationErrors(role: JsonObject): readonly FieldError[] {
  if ((valueAt(role, 'aggregationRule') ?? null) === null) return [];
  const at = 'aggregationRule.clusterRoleSelectors';
  const selectors = objectsAt(objectAt(role, 'aggregationRule'), 'clusterRoleSelectors');
  if (selectors.length === 0)
    return [required(at, 'at least one clusterRoleSelector required if aggregationRule is non-nil')];
  return selectors.flatMap((selector, index) => {
    const errors = labelSelectorErrors(selector, `${at}[${index}]`);
    if (errors.length === 0) return [];
    const told = errors.map((error) => ({ type: 'FieldValueInvalid', ...error }) as const);
    return [...told, invalidValue(`${at}[${index}]`, null, 'invalid label selector.')];
  });
}

/** What is wrong with a binding to one of some kinds of roles. */
export function bindingErrors(binding: JsonObject, roleKinds: readonly string[]): readonly FieldError[] {
  const reference = objectAt(binding, 'roleRef');
  const [group, kind, name] = ['apiGroup', 'kind', 'name'].map((field) => textAt(reference, field));
  const isNamespaced = roleKinds.includes('Role');
  return [
    ...(group === GROUP ? [] : [notSupported('roleRef.apiGroup', group ?? '', [GROUP])]),
    ...(roleKinds.includes(kind ?? '') ? [] : [notSupported('roleRef.kind', kind ?? '', roleKinds)]),
    ...(name === '' ? [required('roleRef.name', '')] : []),
    ...objectsAt(binding, 'subjects').flatMap((subject, index) =>
      subjectErrors(subject, `subjects[${index}]`, isNamespaced),
    ),
  ];
}

function subjectErrors(subject: JsonObject, at: string, isNamespaced: boolean): readonly FieldError[] {
  const [kind, name, group] = ['kind', 'name', 'apiGroup'].map((field) => textAt(subject, field));
  if (name === '') return [required(`${at}.name`, '')];
  const groupErrors = (wanted: string) =>
    group === wanted ? [] : [notSupported(`${at}.apiGroup`, group ?? '', [wanted])];
  if (kind === 'User' || kind === 'Group') return groupErrors(GROUP);
  if (kind !== 'ServiceAccount')
    return [notSupported(`${at}.kind`, kind ?? '', ['ServiceAccount', 'User', 'Group'])];
  const isPlaced = isNamespaced || textAt(subject, 'namespace') !== '';
  return [
    ...subdomain(name ?? '').map((problem) => invalidValue(`${at}.name`, name ?? '', problem)),
    ...groupErrors(''),
    ...(isPlaced ? [] : [required(`${at}.namespace`, '')]),
  ];
}

/** A binding is to one role for ever: who may write bindings could else grant any. */
export function roleReferenceErrors(object: JsonObject, old: JsonObject): readonly FieldError[] {
  const reference = objectAt(object, 'roleRef');
  if (jsonEqual(reference, objectAt(old, 'roleRef'))) return [];
  const shown = {
    APIGroup: textAt(reference, 'apiGroup'),
    Kind: textAt(reference, 'kind'),
    Name: textAt(reference, 'name'),
  };
  return [invalidValue('roleRef', shown, 'cannot change roleRef')];
}
