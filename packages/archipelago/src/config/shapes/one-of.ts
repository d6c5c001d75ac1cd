import { type TUnsafe, Type } from '@sinclair/typebox';

/** One of the given words; structural schemas know `enum`, not a union of constants. */
export function oneOf<const W extends string>(
  words: readonly W[],
  options: { default?: NoInfer<W>; description?: string } = {},
): TUnsafe<W> {
  return Type.Unsafe<W>({ type: 'string', enum: words, ...options });
}
