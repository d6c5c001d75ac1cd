import {
  type FieldError,
  invalidValue,
  requiredValue,
  unsupportedValue,
} from '../../field-errors/field-error.ts';
import type { StructuralSchema, ValidationRule } from '../../structural/structural-schema.ts';
import { ruleFieldPath } from './rule-field-path.ts';

const reasons = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];

function checkMessage(rule: ValidationRule, path: string): FieldError | undefined {
  const message = rule.message ?? '';
  const trimmed = message.trim();
  const at = `${path}.message`;
  if (message !== '' && trimmed === '') return invalidValue(at, message, 'must be non-empty if specified');
  if (trimmed.includes('\n')) return invalidValue(at, message, 'must not contain line breaks');
  if (!rule.rule.trim().includes('\n') || trimmed !== '') return undefined;
  return requiredValue(at, 'message must be specified if rule contains line breaks');
}

function checkFieldPath(rule: ValidationRule, schema: StructuralSchema, path: string): readonly FieldError[] {
  const given = rule.fieldPath ?? '';
  if (given === '') return [];
  const problems = [
    ...(given.trim() === '' ? ['must be non-empty if specified'] : []),
    ...(given.includes('\n') ? ['must not contain line breaks'] : []),
    ...(ruleFieldPath(given, schema) === undefined ? ['must be a valid path'] : []),
  ];
  return problems.map((problem) => invalidValue(`${path}.fieldPath`, given, problem));
}

function checkTexts(rule: ValidationRule, path: string): readonly FieldError[] {
  const main =
    rule.rule.trim() === ''
      ? requiredValue(`${path}.rule`, 'rule is not specified')
      : checkMessage(rule, path);
  const expression = rule.messageExpression ?? '';
  const blank = expression !== '' && expression.trim() === '';
  const detail = 'messageExpression must be non-empty if specified';
  return [
    ...(main === undefined ? [] : [main]),
    ...(blank ? [requiredValue(`${path}.messageExpression`, detail)] : []),
  ];
}

/** What is wrong with the form of one rule, its expression aside. */
export function checkRuleForm(
  rule: ValidationRule,
  schema: StructuralSchema,
  path: string,
): readonly FieldError[] {
  const badReason = rule.reason !== undefined && !reasons.includes(rule.reason);
  return [
    ...checkTexts(rule, path),
    ...(badReason ? [unsupportedValue(`${path}.reason`, rule.reason, reasons)] : []),
    ...checkFieldPath(rule, schema, path),
  ];
}
