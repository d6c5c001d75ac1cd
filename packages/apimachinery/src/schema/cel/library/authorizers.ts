import { type CelFunction, libraryFunction, type Overload } from '../functions/function-table.ts';
import type { CelType } from '../values/cel-type.ts';
import * as t from '../values/cel-type.ts';

const authorizer = t.objectType('kubernetes.authorization.Authorizer');
const pathCheck = t.objectType('kubernetes.authorization.PathCheck');
const groupCheck = t.objectType('kubernetes.authorization.GroupCheck');
const resourceCheck = t.objectType('kubernetes.authorization.ResourceCheck');
const decision = t.objectType('kubernetes.authorization.Decision');

/**
 * No expression of a schema can hold one of these values: `authorizer` is a variable of admission policies only. The
 * functions are declared because they are known names in every expression.
 */
function declared(id: string, args: readonly CelType[], result: CelType): Overload {
  return { id, member: true, args, result, run: () => undefined };
}

/** Kubernetes' authorization checks, by name and type. */
export const authorizerFunctions: readonly CelFunction[] = [
  libraryFunction('path', declared('authorizer_path', [authorizer, t.stringType], pathCheck)),
  libraryFunction('group', declared('authorizer_group', [authorizer, t.stringType], groupCheck)),
  libraryFunction(
    'serviceAccount',
    declared('authorizer_serviceaccount', [authorizer, t.stringType, t.stringType], authorizer),
  ),
  libraryFunction('resource', declared('groupcheck_resource', [groupCheck, t.stringType], resourceCheck)),
  libraryFunction(
    'subresource',
    declared('resourcecheck_subresource', [resourceCheck, t.stringType], resourceCheck),
  ),
  libraryFunction(
    'namespace',
    declared('resourcecheck_namespace', [resourceCheck, t.stringType], resourceCheck),
  ),
  libraryFunction('name', declared('resourcecheck_name', [resourceCheck, t.stringType], resourceCheck)),
  libraryFunction(
    'fieldSelector',
    declared('authorizer_fieldselector', [resourceCheck, t.stringType], resourceCheck),
  ),
  libraryFunction(
    'labelSelector',
    declared('authorizer_labelselector', [resourceCheck, t.stringType], resourceCheck),
  ),
  libraryFunction(
    'check',
    declared('pathcheck_check', [pathCheck, t.stringType], decision),
    declared('resourcecheck_check', [resourceCheck, t.stringType], decision),
  ),
  libraryFunction('allowed', declared('decision_allowed', [decision], t.boolType)),
  libraryFunction('reason', declared('decision_reason', [decision], t.stringType)),
  libraryFunction('errored', declared('decision_errored', [decision], t.boolType)),
  libraryFunction('error', declared('decision_error', [decision], t.stringType)),
];
