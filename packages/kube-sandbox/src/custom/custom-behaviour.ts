import {
  admitObject,
  applyDefaults,
  type CompiledSchema,
  coerceMetadata,
  compileSchema,
  dropNulls,
  type FieldError,
  isJsonObject,
  type JsonObject,
  jsonEqual,
  listAt,
  prune,
  ruleEngine,
  type StructuralSchema,
  valueAt,
} from '@archipelago/apimachinery';
import { decodeTyped } from '../built-in/types/decode-typed.ts';
import { metadataOf, omit, withMetadata } from '../json/json-access.ts';
import type { Admitted, Behaviour, Change } from '../resources/resource-type.ts';
import { type ScalePaths, scaleErrors } from '../resources/scale-paths.ts';

interface CustomVersion {
  readonly apiVersion: string;
  readonly storageApiVersion: string;
  readonly schema: StructuralSchema;
  readonly hasStatus: boolean;
  readonly scale: ScalePaths | undefined;
}

const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';

/** Metadata as its Go type reads it; unknown fields are named under `metadata`. */
function readMetadata(object: JsonObject): Admitted | { readonly problem: string } {
  const metadata = object.metadata ?? {};
  if (!isJsonObject(metadata))
    return { problem: 'json: cannot unmarshal into Go struct field .metadata of type v1.ObjectMeta' };
  const typed = decodeTyped(metadata, OBJECT_META);
  if ('problem' in typed) return typed;
  return {
    object: { ...object, metadata: typed.value },
    unknownFields: typed.unknownFields.map((path) => `metadata.${path}`).sort(),
  };
}

/** Without unknown fields; metadata stays as it is. */
function trimmed(compiled: CompiledSchema, object: JsonObject): JsonObject {
  const pruned = prune(compiled, object, 'resource');
  const coerced = coerceMetadata(pruned.object, compiled.root);
  if (coerced.ok && isJsonObject(coerced.object)) return coerced.object;
  return isJsonObject(pruned.object) ? pruned.object : object;
}

/** Prunes and defaults; metadata stays as it is. */
function shape(
  compiled: CompiledSchema,
  object: JsonObject,
  nulls?: 'kept',
): Admitted | { readonly problem: string } {
  const pruned = prune(compiled, object, 'resource');
  const filled = nulls === 'kept' ? pruned.object : dropNulls(pruned.object, compiled.root);
  const coerced = coerceMetadata(filled, compiled.root);
  if (!coerced.ok) return { problem: `${coerced.error.field}: ${coerced.error.message}` };
  const complete = applyDefaults(compiled, coerced.object);
  return {
    object: isJsonObject(complete) ? complete : object,
    unknownFields: [...pruned.unknownFields, ...coerced.unknownFields],
  };
}

function admit(
  compiled: CompiledSchema,
  object: JsonObject,
  nulls?: 'kept',
): Admitted | { readonly problem: string } {
  const read = readMetadata(object);
  if ('problem' in read) return read;
  const shaped = shape(compiled, read.object, nulls);
  if ('problem' in shaped) return shaped;
  return { object: shaped.object, unknownFields: [...read.unknownFields, ...shaped.unknownFields] };
}

function counted(object: JsonObject, version: CustomVersion): JsonObject {
  const rest = omit(object, 'metadata', 'apiVersion', 'kind');
  return version.hasStatus ? omit(rest, 'status') : rest;
}

function withGeneration(object: JsonObject, old: JsonObject, version: CustomVersion): JsonObject {
  if (jsonEqual(counted(object, version), counted(old, version))) return object;
  const generation = valueAt(metadataOf(old), 'generation');
  return withMetadata(object, { generation: (typeof generation === 'number' ? generation : 0) + 1 });
}

/** An update of the status takes nothing else but who owns its fields; any other leaves the status alone. */
function prepareForUpdate(change: Change, version: CustomVersion): JsonObject {
  const { object, old, subresource } = change;
  const status = valueAt(subresource === 'status' ? object : old, 'status');
  if (subresource === 'status') {
    const managed = listAt(metadataOf(object), 'managedFields');
    const kept = withMetadata(omit(old, 'status'), {
      managedFields: managed.length === 0 ? undefined : managed,
    });
    return status === undefined ? kept : { ...kept, status };
  }
  if (!version.hasStatus) return withGeneration(object, old, version);
  const rest = omit(object, 'status');
  return withGeneration(status === undefined ? rest : { ...rest, status }, old, version);
}

function validate(
  compiled: CompiledSchema,
  object: JsonObject,
  old: JsonObject | undefined,
): readonly FieldError[] {
  const request = { object, root: 'resource', nulls: 'kept' } as const;
  return admitObject(compiled, old === undefined ? request : { ...request, oldObject: old }).errors;
}

const compiledSchemas = new WeakMap<StructuralSchema, CompiledSchema>();

/** Compiled when the first object needs it: most kinds of a cluster never have one. */
function compiledSchema(schema: StructuralSchema): CompiledSchema {
  const known = compiledSchemas.get(schema);
  if (known !== undefined) return known;
  const compiled = compileSchema(schema, { rules: ruleEngine });
  compiledSchemas.set(schema, compiled);
  return compiled;
}

/** How objects of one version of a custom resource are read, completed and checked. */
export function customBehaviour(version: CustomVersion): Behaviour {
  const compiled = () => compiledSchema(version.schema);
  const served = new WeakMap<JsonObject, JsonObject>();
  return {
    schema: version.schema,
    admit: (object, nulls) => admit(compiled(), object, nulls),
    // Stored objects were complete under the schema of their time; today's may say more.
    fromStorage(stored) {
      const known = served.get(stored);
      if (known !== undefined) return known;
      const shaped = shape(compiled(), { ...stored, apiVersion: version.apiVersion });
      const object = 'problem' in shaped ? stored : shaped.object;
      served.set(stored, object);
      return object;
    },
    trim: (object) => trimmed(compiled(), object),
    toStorage: (object) => ({ ...object, apiVersion: version.storageApiVersion }),
    prepareForCreate(object) {
      const fresh = version.hasStatus ? omit(object, 'status') : object;
      return withMetadata(fresh, { generation: 1 });
    },
    prepareForUpdate: (change) => prepareForUpdate(change, version),
    validateCreate: (object) => [
      ...validate(compiled(), object, undefined),
      ...scaleErrors(object, version.scale),
    ],
    validateUpdate: (change) => [
      ...validate(compiled(), change.object, change.old),
      ...(change.subresource === 'status' ? [] : scaleErrors(change.object, version.scale)),
    ],
  };
}
