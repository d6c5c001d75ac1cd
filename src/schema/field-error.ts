import type { JsonValue } from '../api/json-value.ts';

/** Reasons a field is refused for, as they stand in `status.details.causes[].reason`. */
export type FieldErrorType =
  | 'FieldValueDuplicate'
  | 'FieldValueForbidden'
  | 'FieldValueInvalid'
  | 'FieldValueNotFound'
  | 'FieldValueNotSupported'
  | 'FieldValueRequired'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueTypeInvalid'
  | 'InternalError';

/** One refusal of one field. */
export interface FieldError {
  /** `spec.a[0].b`, `spec.m[key]`, or `<nil>` for the root. */
  readonly field: string;
  readonly type: FieldErrorType;
  /** The cause's whole message: `Invalid value: "x": must be …`. */
  readonly message: string;
  /** The message without the reason and value in front. */
  readonly detail?: string;
  /** The refused value. */
  readonly value?: JsonValue;
}
