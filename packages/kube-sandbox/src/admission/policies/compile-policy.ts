import {
  type CelType,
  type CompiledExpression,
  compileExpression,
  dynType,
  type ExpressionEnvironment,
  type JsonObject,
  objectAt,
  objectsAt,
  textAt,
  typeText,
  valueAt,
  walkExpr,
} from '@archipelago/apimachinery';
import { policyEnvironment } from './policy-environment.ts';

/** One expression of a policy; `error` says what is wrong with it. */
export interface PolicyExpression {
  readonly source: string;
  readonly program?: CompiledExpression;
  readonly error?: string;
}

export interface PolicyValidation {
  readonly expression: PolicyExpression;
  /** Undefined where the policy has none. */
  readonly messageExpression: PolicyExpression | undefined;
  readonly message: string;
  /** Reason of the Status; `''` means Invalid. */
  readonly reason: string;
}

/** A part of a policy with a name: a variable or a match condition. */
export interface NamedExpression {
  readonly name: string;
  readonly expression: PolicyExpression;
}

/** A policy with its expressions compiled. */
export interface CompiledPolicy {
  readonly matchConditions: readonly NamedExpression[];
  readonly variables: readonly NamedExpression[];
  readonly validations: readonly PolicyValidation[];
  /** valueExpressions, by key; they go to an audit log, which this server does not have. */
  readonly auditAnnotations: readonly NamedExpression[];
}

function usesAuthorizer(program: CompiledExpression): boolean {
  let found = false;
  walkExpr(program.checked.expr, (expr) => {
    if (expr.kind === 'ident' && expr.name === 'authorizer') found = true;
  });
  return found;
}

function wrongType(actual: CelType, wanted: readonly string[]): string | undefined {
  if (wanted.length === 0 || wanted.includes(typeText(actual))) return undefined;
  const expected = wanted.length === 1 ? `${wanted[0]}` : `one of [${wanted.join(' ')}]`;
  return `must evaluate to ${expected} but got ${typeText(actual)}`;
}

/** Compiles an expression whose value must be of one of the types; none given means any. */
export function compileTyped(
  source: string,
  environment: ExpressionEnvironment,
  wanted: readonly string[],
): PolicyExpression {
  const result = compileExpression(source, environment);
  if (!result.ok) return { source, error: `compilation failed: ${result.message}` };
  const error = wrongType(result.expression.type, wanted);
  if (error !== undefined) return { source, error };
  if (usesAuthorizer(result.expression)) {
    return { source, error: 'the embedded cluster does not implement the variable authorizer' };
  }
  return { source, program: result.expression };
}

/** Compiles the variables of a policy, each of which sees those before it. */
export function compileVariables(spec: JsonObject, params: boolean): readonly NamedExpression[] {
  const types = new Map<string, CelType>();
  return objectsAt(spec, 'variables').map((variable) => {
    const name = textAt(variable, 'name');
    const environment = policyEnvironment(new Map(types), params);
    const expression = compileTyped(textAt(variable, 'expression'), environment, []);
    types.set(name, expression.program?.type ?? dynType);
    return { name, expression };
  });
}

function compileValidation(validation: JsonObject, environment: ExpressionEnvironment): PolicyValidation {
  const message = textAt(validation, 'messageExpression');
  return {
    expression: compileTyped(textAt(validation, 'expression'), environment, ['bool']),
    messageExpression: message.trim() === '' ? undefined : compileTyped(message, environment, ['string']),
    message: textAt(validation, 'message').trim(),
    reason: textAt(validation, 'reason'),
  };
}

/** Compiles matchConditions; `params`: whether they may speak of parameters. */
export function compileConditions(
  conditions: readonly JsonObject[],
  params: boolean,
): readonly NamedExpression[] {
  const environment = policyEnvironment(undefined, params);
  return conditions.map((condition) => ({
    name: textAt(condition, 'name'),
    expression: compileTyped(textAt(condition, 'expression'), environment, ['bool']),
  }));
}

/** Compiles every expression of a ValidatingAdmissionPolicy. */
export function compilePolicy(policy: JsonObject): CompiledPolicy {
  const spec = objectAt(policy, 'spec');
  const params = valueAt(spec, 'paramKind') !== undefined;
  const variables = compileVariables(spec, params);
  const types = variables.map(({ name, expression }) => [name, expression.program?.type ?? dynType] as const);
  const environment = policyEnvironment(variables.length === 0 ? undefined : new Map(types), params);
  return {
    variables,
    // They are evaluated before the variables.
    matchConditions: compileConditions(objectsAt(spec, 'matchConditions'), params),
    validations: objectsAt(spec, 'validations').map((one) => compileValidation(one, environment)),
    auditAnnotations: objectsAt(spec, 'auditAnnotations').map((annotation) => ({
      name: textAt(annotation, 'key'),
      expression: compileTyped(textAt(annotation, 'valueExpression'), environment, ['string', 'null_type']),
    })),
  };
}
