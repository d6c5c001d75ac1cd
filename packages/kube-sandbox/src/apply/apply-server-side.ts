import {
  isJsonObject,
  type JsonObject,
  type StructuralSchema,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { typeErrors, typeErrorText } from './check-type.ts';
import { type ConflictCause, describeConflicts } from './conflicts.ts';
import { FieldSet } from './field-set.ts';
import { rootFieldType } from './field-type.ts';
import { applyFields, type FieldRules, type OwnedObject, updateManagers } from './field-updater.ts';
import { settleWithLastApplied, withLastApplied } from './last-applied.ts';
import { managedFieldsOf, withManagedFields } from './managed-object.ts';
import { capUpdaters, type Manager, parseManagedFields } from './managers.ts';
import { fieldElement } from './path-element.ts';

/** What applies and updates have in common. */
export interface FieldWrite {
  /** Name of the field manager; empty counts as `unknown`. */
  readonly manager: string;
  /** `status`, `scale`, …; absent or empty for the resource itself. */
  readonly subresource?: string;
  /** Schema of the request's version; undefined where the kind has none, and all types are deduced. */
  readonly schema: StructuralSchema | undefined;
  /**
   * Schemas of the other versions managers wrote in: undefined for a version that is no longer served, whose
   * managers are forgotten. Without it all versions have the same schema.
   */
  readonly schemaOf?: (apiVersion: string) => StructuralSchema | 'none' | undefined;
  /**
   * The object in another version; undefined where that cannot be told. Without it versions differ in their apiVersion only.
   */
  readonly convert?: ((object: JsonObject, apiVersion: string) => JsonObject | undefined) | undefined;
  /**
   * Fields this write does not reach: `[['status']]` on a resource that has the status subresource, `[['spec']]`
   * on that subresource of a custom resource.
   */
  readonly resetFields?: readonly (readonly string[])[];
  /** RFC 3339 in whole seconds; a write that has none leaves none. */
  readonly time: string | undefined;
}

interface ApplyRequest extends FieldWrite {
  /** The object as it is stored; undefined when the apply creates it. */
  readonly live: JsonObject | undefined;
  /** The object as it was sent, with apiVersion, kind and metadata.name. */
  readonly applied: JsonObject;
  /** Take fields over that others own. */
  readonly force: boolean;
}

/** The merged object with its managedFields (not yet defaulted or validated), or why it is refused. */
export type ApplyResult =
  | { readonly ok: true; readonly object: JsonObject }
  | {
      readonly ok: false;
      /** 400: a malformed request; 409: conflicts; 500: the object does not fit the schema, as upstream has it. */
      readonly status: 400 | 409 | 500;
      readonly message: string;
      /** Empty but for conflicts. */
      readonly causes: readonly ConflictCause[];
    };

/**
 * Server-side apply of one object. Pure: nothing passed in is changed. Source: apimachinery's managedfields and
 * structured-merge-diff v6, Kubernetes 1.36.
 */
export function applyServerSide(request: ApplyRequest): ApplyResult {
  const { applied } = request;
  const apiVersion = String(valueAt(applied, 'apiVersion') ?? '');
  const live = liveObject(request, apiVersion);
  const problem = malformed(request, live.object);
  if (problem !== undefined) return problem;
  const rules = fieldRules(request, apiVersion);
  const owned = withFirstManager(live, request, rules);
  const writer = writerOf(request, 'Apply', apiVersion);
  const result = applyFields(owned, { object: applied, force: request.force }, writer, rules);
  const settled = result.ok ? result : settleWithLastApplied(result, { live: owned, applied, writer, rules });
  if (!settled.ok) {
    return { ok: false, status: 409, ...describeConflicts(settled.conflicts, settled.managers) };
  }
  const object = withLastApplied(settled.object, applied, request.manager);
  return { ok: true, object: withManagedFields(object, settled.managers, request.live) };
}

/** Why the applied or the live object cannot be merged at all. */
function malformed({ applied, schema }: ApplyRequest, live: JsonObject): ApplyResult | undefined {
  if (Array.isArray(managedFieldsOf(applied))) return refuse(400, 'metadata.managedFields must be nil');
  const type = rootFieldType(schema);
  const errors = typeErrors(applied, type, 'refused');
  if (errors.length > 0) {
    const where = `failed to create typed patch object (${describe(applied)})`;
    return refuse(500, `${where}: ${typeErrorText(errors)}`);
  }
  const liveErrors = typeErrors(live, type, 'allowed');
  if (liveErrors.length === 0) return undefined;
  const where = `failed to create typed live object (${describe(live)})`;
  return refuse(500, `${where}: ${typeErrorText(liveErrors)}`);
}

/** The live object without managedFields in the version of the request, and its managers. */
function liveObject(request: ApplyRequest, apiVersion: string): OwnedObject {
  const { live, applied } = request;
  const created = { apiVersion, kind: valueAt(applied, 'kind'), metadata: identity(applied) };
  if (live === undefined) return { object: created, managers: new Map() };
  const { metadata } = live;
  const managers = isJsonObject(metadata)
    ? parseManagedFields(valueAt(metadata, 'managedFields'))
    : undefined;
  return {
    object: withManagedFields({ ...live, apiVersion }, new Map(), undefined),
    managers: managers ?? new Map(),
  };
}

function identity(applied: JsonObject): JsonObject {
  const { metadata } = applied;
  if (!isJsonObject(metadata)) return {};
  const name = valueAt(metadata, 'name');
  const namespace = valueAt(metadata, 'namespace');
  return { ...(name === undefined ? {} : { name }), ...(namespace === undefined ? {} : { namespace }) };
}

/** What nobody owns when an object is applied to for the first time belongs to `before-first-apply`. */
function withFirstManager(live: OwnedObject, request: ApplyRequest, rules: FieldRules): OwnedObject {
  if (live.managers.size > 0) return live;
  const apiVersion = String(valueAt(live.object, 'apiVersion') ?? '');
  const first = writerOf({ ...request, manager: 'before-first-apply' }, 'Update', apiVersion);
  const nothing = { apiVersion, kind: valueAt(live.object, 'kind') };
  const managers = updateManagers({ object: nothing, managers: new Map() }, live.object, first, rules);
  return { object: live.object, managers: capUpdaters(managers) };
}

/** The manager a request speaks for. */
export function writerOf(
  write: FieldWrite,
  operation: Manager['operation'],
  apiVersion: string,
): Omit<Manager, 'fields'> {
  const name = write.manager === '' ? 'unknown' : write.manager;
  return { name, operation, apiVersion, subresource: write.subresource ?? '', time: write.time };
}

/** The rules of the kind as a request gives them. */
export function fieldRules(write: FieldWrite, requestVersion: string): FieldRules {
  const type = rootFieldType(write.schema);
  const ignored = FieldSet.of((write.resetFields ?? []).map((path) => path.map(fieldElement)));
  return {
    ignored,
    convert: (object, apiVersion) => {
      if (object.apiVersion === apiVersion) return object;
      return write.convert === undefined ? { ...object, apiVersion } : write.convert(object, apiVersion);
    },
    typeOf: (apiVersion) => {
      if (apiVersion === requestVersion || write.schemaOf === undefined) return type;
      const schema = write.schemaOf(apiVersion);
      if (schema === undefined) return undefined;
      return rootFieldType(schema === 'none' ? undefined : schema);
    },
  };
}

function refuse(status: 400 | 500, message: string): ApplyResult {
  return { ok: false, status, message, causes: [] };
}

/** `namespace/name; group/version, Kind=kind`, as the API server's internal errors have it. */
function describe(object: JsonObject): string {
  const metadata = valueAt(object, 'metadata');
  const text = (value: unknown) => textAt(value);
  const [namespace, name] = isJsonObject(metadata)
    ? [text(valueAt(metadata, 'namespace')), text(valueAt(metadata, 'name'))]
    : ['', ''];
  const apiVersion = text(valueAt(object, 'apiVersion'));
  // The group version of the core group prints with the slash.
  const group = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
  return `${namespace}/${name}; ${group}, Kind=${text(valueAt(object, 'kind'))}`;
}
