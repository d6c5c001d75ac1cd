import {
  type FieldError,
  invalidValue,
  requiredValue,
  unsupportedValue,
} from '../field-errors/field-error.ts';
import { indexPath } from '../field-errors/field-path.ts';
import { label1035Problems, qualifiedNameProblems, subdomainProblems } from '../formats/names.ts';
import { parseRequestUri } from '../net/go-url.ts';
import type { CustomResourceDefinition } from './custom-resource-definition.ts';

const approval = 'api-approved.kubernetes.io';
const approvalPage = 'see https://github.com/kubernetes/enhancements/pull/1111';

/** Checks a definition's own name, its group, its scope and the names of its resource. */
export function checkNames(definition: CustomResourceDefinition): readonly FieldError[] {
  return [
    ...checkMetadata(definition),
    ...checkGroup(definition),
    ...checkScope(definition),
    ...checkResourceNames(definition),
    ...checkApproval(definition),
  ];
}

function checkMetadata({ name, names, group, annotations }: CustomResourceDefinition): FieldError[] {
  const errors: FieldError[] = [];
  for (const key of Object.keys(annotations)) {
    for (const problem of qualifiedNameProblems(key.toLowerCase())) {
      errors.push(invalidValue('metadata.annotations', key, problem));
    }
  }
  if (name === '') return [...errors, requiredValue('metadata.name', 'name or generateName is required')];
  for (const problem of subdomainProblems(name)) errors.push(invalidValue('metadata.name', name, problem));
  if (name !== `${names.plural}.${group}`) {
    errors.push(invalidValue('metadata.name', name, 'must be spec.names.plural+"."+spec.group'));
  }
  return errors;
}

function checkGroup({ group }: CustomResourceDefinition): FieldError[] {
  if (group === '') return [requiredValue('spec.group')];
  const problems = subdomainProblems(group);
  if (problems.length > 0) return [invalidValue('spec.group', group, problems.join(','))];
  return group.includes('.')
    ? []
    : [invalidValue('spec.group', group, 'should be a domain with at least one dot')];
}

function checkScope({ scope }: CustomResourceDefinition): FieldError[] {
  if (scope === '') return [requiredValue('spec.scope')];
  const scopes = ['Cluster', 'Namespaced'];
  return scopes.includes(scope) ? [] : [unsupportedValue('spec.scope', scope, scopes)];
}

function checkResourceNames({ names }: CustomResourceDefinition): FieldError[] {
  const errors: FieldError[] = [];
  for (const name of ['plural', 'singular', 'kind', 'listKind'] as const) {
    const path = `spec.names.${name}`;
    if (names[name] === '') errors.push(requiredValue(path));
    else errors.push(...labelErrors(path, names[name], name === 'kind' || name === 'listKind'));
  }
  for (const name of ['shortNames', 'categories'] as const) {
    for (const [index, text] of names[name].entries()) {
      errors.push(...labelErrors(indexPath(`spec.names.${name}`, index), text, false));
    }
  }
  if (names.kind !== '' && names.kind === names.listKind) {
    const detail = 'kind and listKind may not be the same';
    errors.push(invalidValue('spec.names.listKind', names.listKind, detail));
  }
  return errors;
}

function labelErrors(path: string, text: string, mixedCase: boolean): FieldError[] {
  const problems = label1035Problems(mixedCase ? text.toLowerCase() : text);
  if (problems.length === 0) return [];
  const hint = mixedCase ? 'may have mixed case, but should otherwise match: ' : '';
  return [invalidValue(path, text, hint + problems.join(','))];
}

/** Groups of the Kubernetes community need a reviewed API. */
function checkApproval({ group, annotations }: CustomResourceDefinition): FieldError[] {
  if (!/(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group)) return [];
  const path = `metadata.annotations[${approval}]`;
  const annotation = Object.hasOwn(annotations, approval) ? (annotations[approval] ?? '') : '';
  const rule = `protected groups must have approval annotation "${approval}"`;
  if (annotation === '') return [requiredValue(path, `${rule}, ${approvalPage}`)];
  const approved = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?]/.test(annotation) && parseRequestUri(annotation).ok;
  if (annotation.startsWith('unapproved') || approved) return [];
  const detail = `${rule} with either a URL or a reason starting with "unapproved", ${approvalPage}`;
  return [invalidValue(path, annotation, detail)];
}
