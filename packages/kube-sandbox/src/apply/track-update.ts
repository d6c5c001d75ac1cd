import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  valueAt,
} from '@archipelago/apimachinery';
import { type FieldWrite, fieldRules, writerOf } from './apply-server-side.ts';
import { typeErrors } from './check-type.ts';
import { rootFieldType } from './field-type.ts';
import { updateManagers } from './field-updater.ts';
import { managedFieldsOf, setManagedFields, withManagedFields } from './managed-object.ts';
import { capUpdaters, type Managers, parseManagedFields } from './managers.ts';

interface TrackedUpdate extends FieldWrite {
  /** The object as it is stored; undefined when it is being created. */
  readonly live: JsonObject | undefined;
  /** The object as it is going to be stored, defaults included; its apiVersion is the request's. */
  readonly updated: JsonObject;
  /** What a new object of the type has before anybody sets a field; nobody owns that. */
  readonly blank?: JsonObject;
}

/**
 * The updated object with managedFields that say who changed what. Never refuses: where fields cannot be told
 * apart the former managedFields stay. Source: apimachinery's managedfields, Kubernetes 1.36.
 */
export function trackUpdate(request: TrackedUpdate): JsonObject {
  const { live, updated } = request;
  const apiVersion = String(valueAt(updated, 'apiVersion') ?? '');
  const before = live ?? request.blank ?? { apiVersion, kind: valueAt(updated, 'kind') };
  const former = formerManagers(request);
  // Nobody owned anything of an object that exists: that stays so until it is applied to.
  if (former.size === 0 && live !== undefined) return withManagedFields(updated, former, undefined);
  const objects = {
    before: setManagedFields({ ...before, apiVersion }, []),
    after: setManagedFields(updated, []),
  };
  const type = rootFieldType(request.schema);
  const fits = [objects.before, objects.after].every(
    (object) => typeErrors(object, type, 'allowed').length === 0,
  );
  if (!fits) return setManagedFields(updated, managedFieldsOf(before) ?? []);
  const managers = updateManagers(
    { object: objects.before, managers: former },
    objects.after,
    writerOf(request, 'Update', apiVersion),
    fieldRules(request, apiVersion),
  );
  return withManagedFields(updated, capUpdaters(managers), live);
}

/** The managers the request leaves: its own list where it has a good one, which is how a client edits them. */
function formerManagers(request: TrackedUpdate): Managers {
  const stored = parseManagedFields(request.live === undefined ? undefined : managedFieldsOf(request.live));
  const sent = managedFieldsOf(request.updated);
  if ((request.subresource ?? '') !== '') return stored ?? new Map();
  if (isReset(sent)) return new Map();
  const edited = parseManagedFields(sent);
  return edited === undefined || edited.size === 0 ? (stored ?? new Map()) : edited;
}

/** An empty list, or one empty entry: the client wants the managers forgotten. */
function isReset(managedFields: JsonValue | undefined): boolean {
  if (!isJsonList(managedFields)) return false;
  const [first, ...others] = managedFields;
  if (first === undefined) return true;
  return others.length === 0 && isJsonObject(first) && Object.keys(first).length === 0;
}
