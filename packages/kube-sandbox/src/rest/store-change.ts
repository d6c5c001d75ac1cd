import {
  isJsonObject,
  type JsonObject,
  jsonEqual,
  listAt,
  objectAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import { judgeWrite } from '../admission/judge-write.ts';
import { mutateWrite } from '../admission/mutate-write.ts';
import { validateMetadataUpdate } from '../admission/validate-metadata.ts';
import type { Call } from '../calls/call.ts';
import { storedForm } from '../conversion/stored-forms.ts';
import { metadataOf, omit, withMetadata } from '../json/json-access.ts';
import { Refusal } from '../refusals/refusal.ts';
import { invalid } from '../refusals/status.ts';
import { writeWarnings } from '../resources/inert-fields.ts';
import { kindSubject } from '../resources/resource-type.ts';
import type { StoredObject } from '../storage/object-store.ts';
import { keyOf, putObject } from './create.ts';

interface StoreChange {
  readonly stored: StoredObject;
  /** The stored object in the call's version. */
  readonly old: JsonObject;
  readonly object: JsonObject;
  readonly dryRun: boolean;
}

/** Fields only the server changes are taken from the stored object. */
function keepSystemFields(object: JsonObject, old: JsonObject): JsonObject {
  const metadata = metadataOf(old);
  const written = metadataOf(object);
  const writtenOr = (name: string) => valueAt(written, name) ?? valueAt(metadata, name);
  return withMetadata(object, {
    uid: writtenOr('uid'),
    creationTimestamp: valueAt(metadata, 'creationTimestamp'),
    // a first one is compared and refused, and so is another period; what is left out stays
    deletionTimestamp: valueAt(metadata, 'deletionTimestamp') ?? valueAt(written, 'deletionTimestamp'),
    deletionGracePeriodSeconds: writtenOr('deletionGracePeriodSeconds'),
    generation: valueAt(metadata, 'generation'),
    resourceVersion: valueAt(metadata, 'resourceVersion'),
    selfLink: undefined,
  });
}

function comparable(object: JsonObject): JsonObject {
  const fields = listAt(metadataOf(object), 'managedFields').map((entry) =>
    isJsonObject(entry) ? omit(entry, 'time') : entry,
  );
  return withMetadata(object, { managedFields: fields.length === 0 ? undefined : fields });
}

/** True when an update changes nothing: times of managedFields do not count. */
function sameObject(a: JsonObject, b: JsonObject): boolean {
  return jsonEqual(comparable(a), comparable(b));
}

/** An object that is being deleted goes when nothing holds it any more. */
function isReleased(object: JsonObject, call: Call): boolean {
  const metadata = metadataOf(object);
  if (valueAt(metadata, 'deletionTimestamp') === undefined) return false;
  if (textsAt(metadata, 'finalizers').length > 0) return false;
  if (call.type.storage !== '/namespaces') return true;
  return textsAt(objectAt(object, 'spec'), 'finalizers').length === 0;
}

/** The object after those who may change it. A scale was shown to them as the Scale it is. */
function mutateChanged(call: Call, { object, old, dryRun }: StoreChange): JsonObject | Refusal {
  return call.subresource === 'scale'
    ? object
    : mutateWrite(call, { operation: 'UPDATE', object, old, dryRun });
}

/** A status or a scale sets no field that somebody would have to be warned of. */
function warn({ type, subresource, warnings }: Call, object: JsonObject): void {
  if (subresource === '') warnings.push(...writeWarnings(type, object));
}

/** Checks a changed object and stores it, unless it is the same as before. */
export function storeChange(call: Call, change: StoreChange): JsonObject | Refusal {
  const { type, server, subresource } = call;
  const mutated = mutateChanged(call, change);
  if (mutated instanceof Refusal) return mutated;
  const kept = keepSystemFields(mutated, change.old);
  const object = type.behaviour.prepareForUpdate({ object: kept, old: change.old, subresource });
  const errors = [
    ...validateMetadataUpdate(object, change.old, type),
    ...type.behaviour.validateUpdate({ object, old: change.old, subresource }),
  ];
  if (errors.length > 0) return invalid(kindSubject(type), call.name, errors);
  // A scale is judged as the Scale it is, not as the object it changes.
  const write = { operation: 'UPDATE', object, old: change.old, dryRun: change.dryRun } as const;
  const denied = subresource === 'scale' ? undefined : judgeWrite(call, write);
  if (denied !== undefined) return denied;
  warn(call, object);
  if (isReleased(object, call)) {
    if (!change.dryRun) server.store.remove(keyOf(call, call.name));
    return object;
  }
  // Compared as stored: a write through another version moves the object to the storage version.
  const rewritten = storedForm(call, object);
  if (rewritten instanceof Refusal) return rewritten;
  if (sameObject(rewritten, change.stored.object)) return change.old;
  return putObject(call, { key: keyOf(call, call.name), object, written: rewritten, dryRun: change.dryRun });
}
