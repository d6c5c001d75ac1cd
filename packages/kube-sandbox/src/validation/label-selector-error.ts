import type { FieldError } from '@archipelago/apimachinery';

/** What is wrong with a label selector, as an error of the field that it stands in. */
export function labelSelectorError({
  field,
  message,
}: {
  readonly field: string;
  readonly message: string;
}): FieldError {
  const type = message.startsWith('Required')
    ? 'FieldValueRequired'
    : message.startsWith('Forbidden')
      ? 'FieldValueForbidden'
      : 'FieldValueInvalid';
  return { type, field, message };
}
