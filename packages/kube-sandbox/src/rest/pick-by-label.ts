import { type JsonValue, type LabelSelector, objectAt } from '@archipelago/apimachinery';
import { metadataOf } from '../json/json-access.ts';
import type { StoredObject } from '../storage/object-store.ts';

type Snapshot = readonly StoredObject[];

/** Objects by the value of one label, in the order of the snapshot. */
type Values = ReadonlyMap<JsonValue | undefined, readonly StoredObject[]>;

/** Of lists that a store keeps until something changes; made for the labels that somebody asks about. */
const known = new WeakMap<Snapshot, Map<string, Values>>();

function valuesOf(snapshot: Snapshot, key: string): Values {
  const byKey = known.get(snapshot) ?? new Map<string, Values>();
  known.set(snapshot, byKey);
  const made = byKey.get(key) ?? sortOut(snapshot, key);
  byKey.set(key, made);
  return made;
}

function sortOut(snapshot: Snapshot, key: string): Values {
  const values = new Map<JsonValue | undefined, StoredObject[]>();
  for (const stored of snapshot) {
    const labels = objectAt(metadataOf(stored.object), 'labels');
    const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
    const others = values.get(value);
    if (others === undefined) values.set(value, [stored]);
    else others.push(stored);
  }
  return values;
}

/**
 * Of a store's list those objects that may match: where a selector wants one value of a label, the ones that have it. Who asks again
 * before anything has changed is answered without looking at all the others.
 */
export function pickByLabel(snapshot: Snapshot, requirements: LabelSelector['requirements']): Snapshot {
  const wanted = requirements.find(
    ({ operator, values }) => ['=', '==', 'in'].includes(operator) && values.length === 1,
  );
  if (wanted === undefined) return snapshot;
  return valuesOf(snapshot, wanted.key).get(wanted.values[0]) ?? [];
}
