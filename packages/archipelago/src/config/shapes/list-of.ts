import { type Static, type TSchema, type TUnsafe, Type } from '@sinclair/typebox';

type List<S extends TSchema> = TUnsafe<readonly Static<S>[]>;

/** A list in the order written, replaced as a whole by server-side apply. */
export function listOf<S extends TSchema>(
  item: S,
  options: { description?: string; maxItems?: number } = {},
): List<S> {
  return Type.Unsafe<readonly Static<S>[]>({
    type: 'array',
    items: item,
    'x-kubernetes-list-type': 'atomic',
    ...options,
  });
}

/** A list without duplicates. */
export function setOf<S extends TSchema>(item: S, options: { description?: string } = {}): List<S> {
  return Type.Unsafe<readonly Static<S>[]>({
    type: 'array',
    items: item,
    'x-kubernetes-list-type': 'set',
    ...options,
  });
}

/** A list of objects told apart by one member. */
export function listByKey<S extends TSchema>(
  key: string,
  item: S,
  options: { description?: string } = {},
): List<S> {
  const map = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': [key] };
  return Type.Unsafe<readonly Static<S>[]>({ type: 'array', items: item, ...map, ...options });
}
