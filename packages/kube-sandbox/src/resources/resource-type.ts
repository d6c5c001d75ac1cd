import type { FieldError, JsonObject, JsonValue, StructuralSchema } from '@archipelago/apimachinery';
import type { Refusal } from '../refusals/refusal.ts';
import type { Conversion } from './conversion.ts';
import type { Environment } from './environment.ts';
import type { InertFields } from './inert-fields.ts';
import type { ScalePaths } from './scale-paths.ts';

export type Verb = 'create' | 'delete' | 'deletecollection' | 'get' | 'list' | 'patch' | 'update' | 'watch';

/** One column of a table: what its header says and how its cell is made. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
  /** `now` in milliseconds, for ages. */
  cell(object: JsonObject, now: number): JsonValue;
}

/** A subresource as discovery lists it. */
export interface Subresource {
  readonly name: string;
  readonly verbs: readonly Verb[];
  /** Group, version and kind it speaks when they are not the resource's. */
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  /** Name in the wire model of the kind it speaks. */
  readonly wireType?: string;
}

/** An object read from a request: in the form the server serves, and what was dropped on the way. */
export interface Admitted {
  readonly object: JsonObject;
  readonly unknownFields: readonly string[];
}

export interface Change {
  readonly object: JsonObject;
  readonly old: JsonObject;
  /** `''` for the resource itself. */
  readonly subresource: string;
}

/** How objects of a type are read, completed and checked. */
export interface Behaviour {
  /** Types checked, unknown fields dropped, defaults set; a text says what the decoder refuses. */
  admit(object: JsonObject, nulls?: 'kept'): Admitted | Refusal | { readonly problem: string };
  /** The object as this version serves it. */
  fromStorage(stored: JsonObject): JsonObject;
  toStorage(object: JsonObject): JsonObject;
  /** The object without what this version does not know; nothing is added. */
  trim?(object: JsonObject): JsonObject;
  prepareForCreate(object: JsonObject, environment: Environment): JsonObject;
  prepareForUpdate(change: Change): JsonObject;
  validateCreate(object: JsonObject): readonly FieldError[];
  validateUpdate(change: Change): readonly FieldError[];
  /** Lists, maps and their keys, for server-side apply. */
  readonly schema: StructuralSchema;
}

/** A served resource in one version: all that is data about it, and its behaviour. */
export interface ResourceType {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly Verb[];
  readonly subresources: readonly Subresource[];
  /** Names the stored objects, which all versions share. */
  readonly storage: string;
  readonly storageVersion: string;
  /** Group the storage version's hash is made of. */
  readonly storageGroup: string;
  readonly columns: readonly Column[];
  /** Serves objects of a CustomResourceDefinition. */
  readonly custom: boolean;
  /** Sent with every answer of a deprecated version. */
  readonly deprecation: string | undefined;
  /** Sent with every write to a kind that does here less than its users expect. */
  readonly shortcoming?: string | undefined;
  /** Fields that are kept and do nothing here, by their paths, with the warning that who writes them gets. */
  readonly inert?: InertFields | undefined;
  /** What is said to who writes an object. */
  readonly warn?: ((object: JsonObject) => readonly string[]) | undefined;
  /** Name in the wire model, of built-in kinds. */
  readonly wireType: string | undefined;
  /** Fields beside name and namespace that field selectors may use, by label. */
  readonly selectable: ReadonlyMap<string, (object: JsonObject) => string>;
  /** Updates without a resourceVersion are allowed. */
  readonly unconditionalUpdate: boolean;
  readonly createOnUpdate: boolean;
  /** DELETE answers with the object instead of a Status. */
  readonly returnsDeleted: boolean;
  /** Names as in `metadata.name`: a DNS subdomain, a DNS label, or a path segment. */
  readonly names: 'subdomain' | 'label' | 'segment' | 'service';
  /** Finalizers need no domain; those of custom resources never do. */
  readonly plainFinalizers?: boolean | undefined;
  /** Where the scale subresource's numbers are, if there is one. */
  readonly scale?: ScalePaths | undefined;
  readonly behaviour: Behaviour;
  /** Where a webhook converts objects between versions; without one they differ in their apiVersion only. */
  readonly conversion?: Conversion | undefined;
}

/** `v1`, or `example.com/v1`. */
export function groupVersion(type: { readonly group: string; readonly version: string }): string {
  return type.group === '' ? type.version : `${type.group}/${type.version}`;
}

/** The resource as refusals name it. */
export function resourceSubject(type: ResourceType): { readonly group: string; readonly resource: string } {
  return { group: type.group, resource: type.plural };
}

/** The kind as refusals of invalid objects name it. */
export function kindSubject(type: ResourceType): { readonly group: string; readonly resource: string } {
  return { group: type.group, resource: type.kind };
}
