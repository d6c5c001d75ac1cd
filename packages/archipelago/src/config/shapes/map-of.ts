import { type Static, type TSchema, type TUnsafe, Type } from '@sinclair/typebox';

/** Free keys, values of one shape. */
export function mapOf<S extends TSchema>(
  value: S,
  options: { description?: string } = {},
): TUnsafe<Readonly<Record<string, Static<S>>>> {
  return Type.Unsafe<Readonly<Record<string, Static<S>>>>({
    type: 'object',
    additionalProperties: value,
    ...options,
  });
}
