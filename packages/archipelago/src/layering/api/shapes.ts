import { type Static, type TObject, type TSchema, type TUnsafe, Type } from '@sinclair/typebox';

interface Options {
  readonly description?: string;
  readonly 'x-kubernetes-validations'?: readonly Rule[];
}

/** A rule in CEL, and what it says when it is broken. */
export interface Rule {
  readonly rule: string;
  readonly message: string;
  readonly optionalOldSelf?: true;
}

/** One of the given words. */
export function oneOf<const W extends string>(
  words: readonly W[],
  options: Options & { readonly default?: NoInfer<W> } = {},
): TUnsafe<W> {
  return Type.Unsafe<W>({ type: 'string', enum: words, ...options });
}

/** A list of objects told apart by one member. */
export function listByKey<S extends TSchema>(
  keys: readonly string[],
  item: S,
  options: Options & { readonly maxItems?: number } = {},
): TUnsafe<readonly Static<S>[]> {
  const map = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys };
  return Type.Unsafe<readonly Static<S>[]>({ type: 'array', items: item, ...map, ...options });
}

/** A list without duplicates. */
export function setOf<S extends TSchema>(
  item: S,
  options: Options & { readonly maxItems?: number } = {},
): TUnsafe<readonly Static<S>[]> {
  return Type.Unsafe<readonly Static<S>[]>({
    type: 'array',
    items: item,
    'x-kubernetes-list-type': 'set',
    ...options,
  });
}

/** A list in the order written, replaced as a whole. */
export function listOf<S extends TSchema>(
  item: S,
  options: Options & { readonly maxItems?: number } = {},
): TUnsafe<readonly Static<S>[]> {
  return Type.Unsafe<readonly Static<S>[]>({
    type: 'array',
    items: item,
    'x-kubernetes-list-type': 'atomic',
    ...options,
  });
}

/** Free keys, texts as values. */
export function textMap(
  options: Options & { readonly maxProperties?: number } = {},
): TUnsafe<Readonly<Record<string, string>>> {
  return Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    additionalProperties: { type: 'string', maxLength: 1024 },
    ...options,
  });
}

/** Free keys, amounts (`500m`, `2Gi`, 3) as values. */
export function quantityMap(options: Options = {}): TUnsafe<Readonly<Record<string, string | number>>> {
  const quantity = {
    'x-kubernetes-int-or-string': true,
    anyOf: [{ type: 'integer' }, { type: 'string' }],
    pattern:
      '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$',
  };
  return Type.Unsafe<Readonly<Record<string, string | number>>>({
    type: 'object',
    additionalProperties: quantity,
    ...options,
  });
}

/** The name of an object: a subdomain of RFC 1123. */
export function objectName(options: Options = {}): TUnsafe<string> {
  return Type.Unsafe<string>({
    type: 'string',
    minLength: 1,
    maxLength: 253,
    pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$',
    ...options,
  });
}

/** `{name}` of an object in the namespace of the jobs. */
export function named(options: Options = {}): TObject<{ name: TUnsafe<string> }> {
  return Type.Object({ name: objectName({ description: 'Its name.' }) }, options);
}

/** RFC 3339. */
export function time(options: Options = {}): TUnsafe<string> {
  return Type.Unsafe<string>({ type: 'string', format: 'date-time', ...options });
}

/** `sha256:` and 64 hex digits. */
export function digest(options: Options = {}): TUnsafe<string> {
  return Type.Unsafe<string>({ type: 'string', pattern: '^sha256:[a-f0-9]{64}$', ...options });
}

/** 64 hex digits. */
export function buildKey(): TUnsafe<string> {
  return Type.Unsafe<string>({
    type: 'string',
    pattern: '^[a-f0-9]{64}$',
    description: 'Stands for everything that goes in: same key, same image.',
  });
}
