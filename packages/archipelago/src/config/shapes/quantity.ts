import { type TUnsafe, Type } from '@sinclair/typebox';

/** What apimachinery's resource.Quantity accepts, as a pattern. */
export const quantityPattern =
  '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$';

/** An amount: `500m`, `2Gi`, `3`. */
export function quantity(options: { description?: string } = {}): TUnsafe<string | number> {
  return Type.Unsafe<string | number>({
    'x-kubernetes-int-or-string': true,
    anyOf: [{ type: 'integer' }, { type: 'string' }],
    pattern: quantityPattern,
    ...options,
  });
}
