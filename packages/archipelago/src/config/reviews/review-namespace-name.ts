import { label1123Problems } from '@archipelago/apimachinery';
import type { FieldFinding } from '../framework/setting.ts';
import { wrongValue } from './odd-value.ts';

/** A text that no namespace can be called; an empty one names none. */
export function reviewNamespaceName(at: string, value: string): readonly FieldFinding[] {
  const problems = value === '' ? [] : label1123Problems(value);
  return problems.map((message) => wrongValue(at, value, message, 'write the name of a namespace'));
}
