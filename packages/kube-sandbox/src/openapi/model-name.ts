import type { ResourceType } from '../resources/resource-type.ts';

/** Names of types of the API machinery that all documents share. */
export const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';

/** The name of a type's schema: `io.k8s.api.core.v1.Pod`, `com.example.v1.Widget`. */
export function modelName(type: ResourceType): string {
  if (type.wireType !== undefined) return type.wireType;
  return `${type.group.split('.').reverse().join('.')}.${type.version}.${type.kind}`;
}

/** The name of the schema of lists of a type. */
export function listModelName(type: ResourceType): string {
  const name = modelName(type);
  return name.slice(0, name.lastIndexOf('.') + 1) + type.listKind;
}

export function reference(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}
