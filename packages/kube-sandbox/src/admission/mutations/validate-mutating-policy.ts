import {
  type FieldError,
  type JsonObject,
  objectAt,
  objectsAt,
  textAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import { invalidValue, notSupported, required } from '../../validation/field-errors.ts';
import { boundErrors } from '../policies/validate-binding.ts';
import { conditionErrors } from '../policies/validate-conditions.ts';
import { oneOf } from '../policies/validate-match-resources.ts';
import {
  constraintErrors,
  expressionErrors,
  paramKindErrors,
  variablesErrors,
} from '../policies/validate-spec.ts';
import { compileMutations, type PolicyMutation } from './compile-mutations.ts';

/** A deletion has nothing that could be changed. */
const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'UPDATE'];
const FIELDS = { ApplyConfiguration: 'applyConfiguration', JSONPatch: 'jsonPatch' } as const;

function operationErrors(match: JsonObject, path: string): readonly FieldError[] {
  return objectsAt(match, 'resourceRules').flatMap((rule) =>
    textsAt(rule, 'operations')
      .filter((one) => !OPERATIONS.includes(one))
      .map((one) => notSupported(`${path}.resourceRules.operations`, one, OPERATIONS)),
  );
}

function isGiven(mutation: JsonObject, field: string): boolean {
  return (valueAt(mutation, field) ?? null) !== null;
}

/** A mutation has the field of its type, and not the other one. */
function mutationErrors(
  mutation: JsonObject,
  compiled: PolicyMutation | undefined,
  path: string,
): readonly FieldError[] {
  const type = textAt(mutation, 'patchType');
  if (type === '') return [required(`${path}.patchType`, '')];
  if (type !== 'ApplyConfiguration' && type !== 'JSONPatch')
    return [notSupported(`${path}.patchType`, type, ['ApplyConfiguration', 'JSONPatch'])];
  const own = FIELDS[type];
  const other = type === 'JSONPatch' ? FIELDS.ApplyConfiguration : FIELDS.JSONPatch;
  const foreign = `must not be specified when patchType is ${type}`;
  return [
    ...(isGiven(mutation, own) && compiled !== undefined
      ? expressionErrors(`${path}.${own}.expression`, compiled.expression, '')
      : [required(`${path}.${own}`, `must be specified when patchType is ${type}`)]),
    ...(isGiven(mutation, other) ? [invalidValue(`${path}.${other}`, `{${other}}`, foreign)] : []),
  ];
}

function allMutationErrors(policy: JsonObject, mutations: readonly (PolicyMutation | undefined)[]) {
  const path = 'spec.mutations';
  if (mutations.length === 0) return [required(path, 'mutations must contain at least one item')];
  return objectsAt(objectAt(policy, 'spec'), 'mutations').flatMap((mutation, index) =>
    mutationErrors(mutation, mutations[index], `${path}[${index}]`),
  );
}

function reinvocationErrors(spec: JsonObject): readonly FieldError[] {
  const path = 'spec.reinvocationPolicy';
  const policy = textAt(spec, 'reinvocationPolicy');
  return policy === '' ? [required(path, '')] : oneOf(path, policy, ['IfNeeded', 'Never']);
}

/** What is wrong with a MutatingAdmissionPolicy. */
export function mutatingPolicyErrors(policy: JsonObject): readonly FieldError[] {
  const spec = objectAt(policy, 'spec');
  const compiled = compileMutations(policy);
  return [
    ...oneOf('spec.failurePolicy', textAt(spec, 'failurePolicy'), ['Fail', 'Ignore']),
    ...paramKindErrors(spec),
    ...constraintErrors(spec),
    ...operationErrors(objectAt(spec, 'matchConstraints'), 'spec.matchConstraints'),
    ...conditionErrors(spec, 'spec.matchConditions', valueAt(spec, 'paramKind') !== undefined),
    ...variablesErrors(compiled.variables),
    ...allMutationErrors(policy, compiled.mutations),
    ...reinvocationErrors(spec),
  ];
}

/** What is wrong with a MutatingAdmissionPolicyBinding. */
export function mutatingBindingErrors(binding: JsonObject): readonly FieldError[] {
  const spec = objectAt(binding, 'spec');
  return [...boundErrors(spec), ...operationErrors(objectAt(spec, 'matchResources'), 'spec.matchResources')];
}
