import {
  type CelType,
  dynType,
  type JsonObject,
  objectAt,
  objectsAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import {
  compileConditions,
  compileTyped,
  compileVariables,
  type NamedExpression,
  type PolicyExpression,
} from '../policies/compile-policy.ts';
import { mutationEnvironment } from '../policies/policy-environment.ts';

/** One mutation of a policy: an `Object` that is applied, or operations of a JSON patch. */
export interface PolicyMutation {
  readonly kind: 'apply' | 'patch';
  readonly expression: PolicyExpression;
}

/** A MutatingAdmissionPolicy with its expressions compiled. */
export interface CompiledMutations {
  readonly matchConditions: readonly NamedExpression[];
  readonly variables: readonly NamedExpression[];
  /** In the order in which they are made; undefined where the policy says neither of the two. */
  readonly mutations: readonly (PolicyMutation | undefined)[];
}

const KINDS = {
  ApplyConfiguration: { kind: 'apply', field: 'applyConfiguration', type: 'Object' },
  JSONPatch: { kind: 'patch', field: 'jsonPatch', type: 'list(JSONPatch)' },
} as const;

/** Compiles every expression of a MutatingAdmissionPolicy. */
export function compileMutations(policy: JsonObject): CompiledMutations {
  const spec = objectAt(policy, 'spec');
  const params = valueAt(spec, 'paramKind') !== undefined;
  const variables = compileVariables(spec, params);
  const types = new Map<string, CelType>(
    variables.map(({ name, expression }) => [name, expression.program?.type ?? dynType]),
  );
  const environment = mutationEnvironment(types, params);
  return {
    variables,
    matchConditions: compileConditions(objectsAt(spec, 'matchConditions'), params),
    mutations: objectsAt(spec, 'mutations').map((mutation) => {
      const type = textAt(mutation, 'patchType');
      if (type !== 'ApplyConfiguration' && type !== 'JSONPatch') return undefined;
      const { kind, field, type: wanted } = KINDS[type];
      const source = textAt(objectAt(mutation, field), 'expression').trim();
      return { kind, expression: compileTyped(source, environment, [wanted]) };
    }),
  };
}
