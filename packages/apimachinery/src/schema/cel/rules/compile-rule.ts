import type { StructuralSchema, ValidationRule } from '../../structural/structural-schema.ts';
import { type CompiledExpression, compileExpression, type ExpressionEnvironment } from '../expression.ts';
import { walkExpr } from '../syntax/ast.ts';
import type { CelType } from '../values/cel-type.ts';
import { optionalType } from '../values/cel-type.ts';
import { ruleFieldPath } from './rule-field-path.ts';

/** One rule, compiled; `error` says why it is not. A blank rule has neither program nor error and is never run. */
export interface CompiledRule {
  readonly rule: ValidationRule;
  readonly program?: CompiledExpression;
  readonly error?: string;
  readonly messageProgram?: CompiledExpression;
  readonly messageError?: string;
  readonly usesOldSelf: boolean;
  /** Path below the rule's own node that errors are reported at. */
  readonly fieldPath?: string;
}

/** The type of `self` where a rule stands. */
interface RuleScope {
  readonly schema: StructuralSchema;
  readonly environment: ExpressionEnvironment;
  readonly selfType: CelType;
}

function environmentOf(scope: RuleScope, rule: ValidationRule): ExpressionEnvironment {
  const oldType = rule.optionalOldSelf === true ? optionalType(scope.selfType) : scope.selfType;
  const variables = new Map([...scope.environment.variables, ['oldSelf', oldType] as const]);
  return { variables, objects: scope.environment.objects };
}

type Part = { readonly program: CompiledExpression } | { readonly error: string };

interface Wording {
  readonly prefix: string;
  readonly kind: 'bool' | 'string';
  readonly wrongType: string;
}

const ruleWording: Wording = {
  prefix: '',
  kind: 'bool',
  wrongType: 'cel expression must evaluate to a bool',
};
const messageWording: Wording = {
  prefix: 'messageExpression ',
  kind: 'string',
  wrongType: 'messageExpression must evaluate to a string',
};

function compilePart(source: string, environment: ExpressionEnvironment, wording: Wording): Part {
  const compiled = compileExpression(source, environment);
  if (!compiled.ok && compiled.stage === 'check') {
    return { error: `${wording.prefix}compilation failed: ${compiled.message}` };
  }
  const type = compiled.ok ? compiled.expression.type : compiled.type;
  if (type?.kind !== wording.kind) return { error: wording.wrongType };
  if (compiled.ok) return { program: compiled.expression };
  const subject = wording.prefix === '' ? 'program ' : wording.prefix;
  return { error: `${subject}instantiation failed: ${compiled.message}` };
}

function mentionsOldSelf(program: CompiledExpression): boolean {
  let found = false;
  walkExpr(program.checked.expr, (expr) => {
    if (expr.kind === 'ident' && expr.name === 'oldSelf') found = true;
  });
  return found;
}

function messagePart(rule: ValidationRule, environment: ExpressionEnvironment): Partial<CompiledRule> {
  if (rule.messageExpression === undefined || rule.messageExpression === '') return {};
  const message = compilePart(rule.messageExpression, environment, messageWording);
  return 'error' in message ? { messageError: message.error } : { messageProgram: message.program };
}

function pathPart(rule: ValidationRule, scope: RuleScope): Partial<CompiledRule> {
  if (rule.fieldPath === undefined || rule.fieldPath === '') return {};
  const fieldPath = ruleFieldPath(rule.fieldPath, scope.schema);
  return fieldPath === undefined || fieldPath === '' ? {} : { fieldPath };
}

/** Compiles one entry of `x-kubernetes-validations`; what is wrong with it becomes its `error`. */
export function compileRule(rule: ValidationRule, scope: RuleScope): CompiledRule {
  if (rule.rule.trim() === '') return { rule, usesOldSelf: false };
  const environment = environmentOf(scope, rule);
  const main = compilePart(rule.rule, environment, ruleWording);
  if ('error' in main) return { rule, usesOldSelf: false, error: main.error };
  const usesOldSelf = mentionsOldSelf(main.program);
  return {
    rule,
    program: main.program,
    usesOldSelf,
    ...messagePart(rule, environment),
    ...pathPart(rule, scope),
  };
}
