import type { JsonValue } from '@archipelago/apimachinery';
import type { FieldFinding } from '../framework/setting.ts';

/** A value that upstream accepts too, and that does not do what it says, or fails only where nobody looks. */
export function oddValue(at: string, value: JsonValue, message: string, fix: string): FieldFinding {
  return { level: 'warning', at, reason: 'Invalid', value, message, fix };
}

/** A value that can do nothing but fail. */
export function wrongValue(at: string, value: JsonValue, message: string, fix: string): FieldFinding {
  return { level: 'error', at, reason: 'Invalid', value, message, fix };
}
