import type { JsonValue } from '../../../api/json-value.ts';
import {
  duplicateValue,
  type FieldError,
  forbiddenValue,
  invalidValue,
  requiredValue,
} from '../../field-errors/field-error.ts';
import { printedPath } from '../../field-errors/field-path.ts';
import type { ValidationRule } from '../../structural/structural-schema.ts';
import { evaluateExpression } from '../expression.ts';
import type { CelValue } from '../values/cel-value.ts';
import type { CompiledRule } from './compile-rule.ts';

/** What one rule is run on. */
interface RuleInput {
  readonly path: string;
  readonly value: JsonValue;
  /** The schema's `type`, shown in place of a value the rule could not judge. */
  readonly type: string;
  readonly variables: ReadonlyMap<string, CelValue>;
  readonly messageVariables: ReadonlyMap<string, CelValue>;
  readonly budget: number;
}

/** `stop` ends the whole evaluation. `judged` errors say that the rule failed, the others that it could not be run. */
interface RuleOutcome {
  readonly error?: FieldError;
  readonly judged: boolean;
  readonly stop: boolean;
  readonly budget: number;
}

const outOfBudget =
  'validation failed due to running out of cost budget, no further validation rules will be run';

function ruleName(rule: ValidationRule): string {
  return rule.message === undefined || rule.message === '' ? rule.rule.trim() : rule.message.trim();
}

function defaultMessage(rule: ValidationRule): string {
  const given = rule.message !== undefined && rule.message !== '';
  return given ? ruleName(rule) : `failed rule: ${ruleName(rule)}`;
}

function unjudged(input: RuleInput, detail: string, budget: number): RuleOutcome {
  return { error: invalidValue(input.path, input.type, detail), judged: false, stop: false, budget };
}

function stopped(input: RuleInput, detail: string): RuleOutcome {
  return { ...unjudged(input, detail, -1), stop: true };
}

type Message =
  | { readonly kind: 'text'; readonly text: string; readonly budget: number }
  | { readonly kind: 'unusable'; readonly budget: number }
  | { readonly kind: 'fatal'; readonly detail: string };

const maxMessageBytes = 5 * 1024;

function usableText(value: CelValue): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  const usable = text !== '' && !text.includes('\n') && Buffer.byteLength(text) <= maxMessageBytes;
  return usable ? text : undefined;
}

function evaluateMessage(compiled: CompiledRule, input: RuleInput, budget: number): Message {
  const program = compiled.messageProgram;
  if (program === undefined) return { kind: 'unusable', budget };
  const result = evaluateExpression(program, input.messageVariables);
  if (result.cost > budget) {
    const detail = 'messageExpression evaluation failed due to running out of cost budget';
    return { kind: 'fatal', detail: `${detail}, no further validation rules will be run` };
  }
  if (result.kind === 'too-expensive') {
    const source = JSON.stringify(compiled.rule.messageExpression);
    const detail =
      'no further validation rules will be run due to call cost exceeds limit for messageExpression';
    return { kind: 'fatal', detail: `${detail}: ${source}` };
  }
  const text = result.kind === 'value' ? usableText(result.value) : undefined;
  const left = budget - result.cost;
  return text === undefined ? { kind: 'unusable', budget: left } : { kind: 'text', text, budget: left };
}

/** Objects and lists are not repeated in the message. */
function refusedValue(path: string, input: RuleInput, detail: string): FieldError {
  if (input.type !== 'object' && input.type !== 'array') return invalidValue(path, input.value, detail);
  return {
    field: printedPath(path),
    type: 'FieldValueInvalid',
    message: `Invalid value: ${detail}`,
    detail,
  };
}

function duplicate(path: string, input: RuleInput): FieldError {
  if (input.type !== 'object' && input.type !== 'array') return duplicateValue(path, input.value);
  return { field: printedPath(path), type: 'FieldValueDuplicate', message: 'Duplicate value' };
}

function refusal(compiled: CompiledRule, input: RuleInput, detail: string): FieldError {
  const below = compiled.fieldPath;
  const path = below === undefined ? input.path : joinPath(input.path, below);
  switch (compiled.rule.reason) {
    case 'FieldValueForbidden':
      return forbiddenValue(path, detail);
    case 'FieldValueRequired':
      return requiredValue(path, detail);
    case 'FieldValueDuplicate':
      return duplicate(path, input);
    default:
      return refusedValue(path, input, detail);
  }
}

function joinPath(path: string, below: string): string {
  return path === '' ? below : `${path}.${below}`;
}

function failure(compiled: CompiledRule, input: RuleInput, budget: number): RuleOutcome {
  const message = evaluateMessage(compiled, input, budget);
  if (message.kind === 'fatal') return { ...stopped(input, message.detail), judged: true };
  const detail = message.kind === 'text' ? message.text : defaultMessage(compiled.rule);
  return { error: refusal(compiled, input, detail), judged: true, stop: false, budget: message.budget };
}

function errorDetail(message: string, rule: ValidationRule): string {
  const name = ruleName(rule);
  return message.startsWith('no such overload')
    ? `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${name}`
    : `${message} evaluating rule: ${name}`;
}

/** Runs one rule and says what it finds, in the server's words. */
export function runRule(compiled: CompiledRule, input: RuleInput): RuleOutcome {
  if (compiled.error !== undefined)
    return unjudged(input, `rule compile error: ${compiled.error}`, input.budget);
  if (compiled.program === undefined) return { judged: false, stop: false, budget: input.budget };
  const result = evaluateExpression(compiled.program, input.variables);
  if (result.cost > input.budget) return stopped(input, outOfBudget);
  const budget = input.budget - result.cost;
  if (result.kind === 'too-expensive') {
    const name = ruleName(compiled.rule);
    const why = 'no further validation rules will be run due to call cost exceeds limit for rule';
    return stopped(input, `'${result.message}': ${why}: ${name}`);
  }
  if (result.kind === 'error') return unjudged(input, errorDetail(result.message, compiled.rule), budget);
  if (result.value === true) return { judged: false, stop: false, budget };
  return failure(compiled, input, budget);
}

/** What is said when nothing is left of the budget before a node's rules. */
export function budgetError(path: string, type: string): FieldError {
  return invalidValue(path, type, outOfBudget);
}
