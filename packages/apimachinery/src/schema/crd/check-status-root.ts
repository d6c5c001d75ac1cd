import { type FieldError, invalidValue } from '../field-errors/field-error.ts';
import { childPath } from '../field-errors/field-path.ts';
import type { StructuralSchema } from '../structural/structural-schema.ts';

/** Go's names of what the root may say when status is a subresource, in Go's order. */
const allowed =
  'Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations';

/** Keywords of the root that would be lost where only `properties.status` is checked. */
const lost: readonly (keyof StructuralSchema)[] = [
  'nullable',
  'default',
  'enum',
  'maxProperties',
  'minProperties',
  'allOf',
  'oneOf',
  'anyOf',
  'not',
  'additionalProperties',
  'unsupported',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-int-or-string',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
];

/** Checks the root of a schema whose status is a subresource. */
export function checkStatusRoot(schema: StructuralSchema, path: string): readonly FieldError[] {
  const { type = '' } = schema;
  if (type !== '' && type !== 'object') {
    const detail =
      'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    return [invalidValue(childPath(path, 'type'), type, detail)];
  }
  if (!lost.some((keyword) => schema[keyword] !== undefined && schema[keyword] !== false)) return [];
  const detail = `only [${allowed}] fields are allowed at the root of the schema if the status subresource is enabled`;
  return [invalidValue(path, 'object', detail)];
}
