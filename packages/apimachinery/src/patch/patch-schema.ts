/**
 * How a strategic merge patch treats the parts of an object: the part of an OpenAPI v3 schema that says so.
 * What a schema does not mention is merged where it is an object and replaced where it is anything else.
 */
export interface PatchSchema {
  /** `merge`, `replace`, `retainKeys` or two of them, comma separated. */
  readonly 'x-kubernetes-patch-strategy'?: string;
  /** The member that tells the items of a merged list apart. */
  readonly 'x-kubernetes-patch-merge-key'?: string;
  readonly properties?: Readonly<Record<string, PatchSchema>>;
  readonly items?: PatchSchema;
  readonly additionalProperties?: PatchSchema | boolean;
}

const empty: PatchSchema = {};

/** The schema of a member of an object. */
export function memberSchema(schema: PatchSchema, name: string): PatchSchema {
  const { properties, additionalProperties } = schema;
  if (properties !== undefined && Object.hasOwn(properties, name)) return properties[name] ?? empty;
  return typeof additionalProperties === 'object' ? additionalProperties : empty;
}

/** `merge`, `replace` or undefined. */
export function patchStrategy(schema: PatchSchema): string | undefined {
  const strategies = schema['x-kubernetes-patch-strategy']?.split(',') ?? [];
  return strategies.find((strategy) => strategy !== 'retainKeys');
}
