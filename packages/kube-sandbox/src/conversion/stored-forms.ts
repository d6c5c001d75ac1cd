import { type JsonObject, valueAt } from '@archipelago/apimachinery';
import { metadataOf, withMetadata } from '../json/json-access.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { Conversion } from '../resources/conversion.ts';
import { groupVersion, type ResourceType } from '../resources/resource-type.ts';
import type { StoredObject } from '../storage/object-store.ts';
import type { Consultation } from '../webhooks/consultation.ts';
import { convertObject } from './convert-object.ts';

/** Who asks. */
interface Asking {
  readonly type: ResourceType;
  readonly consultation: Consultation;
}

/** A converted object larger than this is converted anew each time. */
const MOST_KEPT = 64 * 1024;

function remember({ known }: Conversion, stored: JsonObject, apiVersion: string, object: JsonObject): void {
  if (JSON.stringify(object).length > MOST_KEPT) return;
  known.set(stored, (known.get(stored) ?? new Map()).set(apiVersion, object));
}

/** A stored object in the version of the call. `anew`: also where that is known already. */
export function servedForm(call: Asking, stored: JsonObject, anew = false): JsonObject | Refusal {
  const { conversion, behaviour } = call.type;
  if (conversion === undefined) return behaviour.fromStorage(stored);
  const apiVersion = groupVersion(call.type);
  const known = anew ? undefined : conversion.known.get(stored)?.get(apiVersion);
  if (known !== undefined) return known;
  const object = withoutRevision(call, conversion.complete(stored), [conversion, apiVersion]);
  if (!(object instanceof Refusal)) remember(conversion, stored, apiVersion, object);
  return object;
}

/** A stored object does not carry its resourceVersion, and no webhook sees it there. */
function withoutRevision(
  call: Asking,
  object: JsonObject,
  [conversion, apiVersion]: readonly [Conversion, string],
): JsonObject | Refusal {
  const resourceVersion = valueAt(metadataOf(object), 'resourceVersion');
  const bare = withMetadata(object, { resourceVersion: undefined });
  const converted = convertObject(conversion, call.consultation, { object: bare, apiVersion });
  if (converted instanceof Refusal || resourceVersion === undefined) return converted;
  return withMetadata(converted, { resourceVersion });
}

/** An object of the call's version as it is stored. */
export function storedForm(call: Asking, object: JsonObject): JsonObject | Refusal {
  const { conversion, behaviour } = call.type;
  if (conversion === undefined) return behaviour.toStorage(object);
  return withoutRevision(call, object, [conversion, conversion.storageApiVersion]);
}

/** Stored objects in the version of the call, all of them asked about at the same time. */
export function servedForms(call: Asking, all: readonly StoredObject[]): readonly JsonObject[] | Refusal {
  const forms: JsonObject[] = [];
  let refused: Refusal | undefined;
  for (const { object } of all) {
    const form = servedForm(call, object);
    if (form instanceof Refusal) refused ??= form;
    else forms.push(form);
  }
  return refused ?? forms;
}

/** An object of one version in another of the same kind. */
export function inVersion(
  call: Pick<Asking, 'consultation'>,
  object: JsonObject,
  [from, to]: readonly [from: ResourceType, to: ResourceType],
): JsonObject | Refusal {
  if (from === to) return object;
  if (from.conversion === undefined) return to.behaviour.fromStorage(from.behaviour.toStorage(object));
  return convertObject(from.conversion, call.consultation, { object, apiVersion: groupVersion(to) });
}
