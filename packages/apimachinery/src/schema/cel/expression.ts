import type { JsonValue } from '../../api/json-value.ts';
import type { StructuralSchema } from '../structural/structural-schema.ts';
import type { ObjectTypes } from './check/check-context.ts';
import { type CheckedExpr, checkExpression } from './check/check-expression.ts';
import { validateLiterals } from './check/validate-literals.ts';
import { type DeclaredType, declaredType, nameObjects } from './declared/declared-type.ts';
import { schemaValue } from './declared/schema-value.ts';
import { kubernetesFunctions } from './library/kubernetes-functions.ts';
import { patchFunctions, patchTypes } from './library/patch-types.ts';
import { type Evaluation, evaluateProgram } from './runtime/evaluate-program.ts';
import { planProgram } from './runtime/plan.ts';
import type { Step } from './runtime/step.ts';
import { formatIssues } from './syntax/compile-issues.ts';
import { parseExpression } from './syntax/parse-expression.ts';
import type { CelType } from './values/cel-type.ts';
import type { CelValue } from './values/cel-value.ts';

/** The variables of an expression and the fields of their object types. */
export interface ExpressionEnvironment {
  readonly variables: ReadonlyMap<string, CelType>;
  readonly objects: ObjectTypes;
  /** An expression that makes patches may make an `Object` or `JSONPatch`es, and call `jsonpatch.escapeKey`. */
  readonly makesPatches?: true;
}

/** A sound expression, ready to be evaluated. */
export interface CompiledExpression {
  readonly checked: CheckedExpr;
  readonly type: CelType;
  readonly step: Step;
}

/** `stage` says whether the text is wrong or a constant part of it fails when evaluated. */
type CompileResult =
  | { readonly ok: true; readonly expression: CompiledExpression }
  | {
      readonly ok: false;
      readonly stage: 'check' | 'plan';
      readonly message: string;
      readonly type?: CelType;
    };

/** Compiles one CEL expression with Kubernetes 1.36's libraries; messages are the server's. */
export function compileExpression(source: string, environment: ExpressionEnvironment): CompileResult {
  const parsed = parseExpression(source);
  if (!parsed.ok) return { ok: false, stage: 'check', message: formatIssues(source, parsed.issues) };
  const [functions, messages] =
    environment.makesPatches === true ? [patchFunctions(), patchTypes] : [kubernetesFunctions()];
  const { checked, issues } = checkExpression(parsed.expr, { functions, messages, ...environment });
  const found = issues.length > 0 ? issues : validateLiterals(checked);
  if (found.length > 0) return { ok: false, stage: 'check', message: formatIssues(source, found) };
  const type = checked.types.get(checked.expr.id);
  if (type === undefined) throw new Error('checked expression without type');
  const plan = planProgram({ checked, functions, messages });
  if (!plan.ok) return { ok: false, stage: 'plan', message: plan.message, type };
  return { ok: true, expression: { checked, type, step: plan.step } };
}

/** Evaluates a compiled expression; `limit` is the highest cost allowed. */
export function evaluateExpression(
  expression: CompiledExpression,
  variables: ReadonlyMap<string, CelValue>,
  limit?: number,
): Evaluation {
  return evaluateProgram(expression.step, variables, limit);
}

/** An environment with `self` of a schema's type, and `oldSelf` when asked for; undefined when rules see nothing there. */
export function selfEnvironment(
  schema: StructuralSchema,
  isResource: boolean,
): (ExpressionEnvironment & { readonly declared: DeclaredType; readonly type: CelType }) | undefined {
  const declared = declaredType(schema, isResource);
  if (declared === undefined) return undefined;
  const { type, objects } = nameObjects(declared, 'selfType');
  return { declared, type, objects, variables: new Map([['self', type]]) };
}

/** A JSON value as the variable `self` of a schema. */
export function selfValue(self: JsonValue, schema: StructuralSchema): CelValue {
  return schemaValue(self, schema);
}
