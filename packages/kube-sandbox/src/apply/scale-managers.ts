import type { JsonObject } from '@archipelago/apimachinery';
import { FieldSet } from './field-set.ts';
import { managedFieldsOf, setManagedFields } from './managed-object.ts';
import { type Manager, parseManagedFields, printManagedFields } from './managers.ts';
import { fieldElement } from './path-element.ts';

/** Where a kind has its replicas. */
interface Replicas {
  readonly apiVersion: string;
  /** Field names. */
  readonly path: readonly string[];
}

const scaleVersion = 'autoscaling/v1';
const replicasOfScale = pathSet(['spec', 'replicas']);

function pathSet(path: readonly string[]): FieldSet {
  return FieldSet.of([path.map(fieldElement)]);
}

function owns({ fields }: Manager, path: FieldSet): boolean {
  return !fields.intersection(path).isEmpty;
}

/** The Scale with those as its managers who own the replicas of the object. */
export function withReplicasManagers(scale: JsonObject, object: JsonObject, { path }: Replicas): JsonObject {
  const managers = [...(parseManagedFields(managedFieldsOf(object)) ?? [])]
    .filter(([, manager]) => owns(manager, pathSet(path)))
    .map(([id, manager]) => [id, { ...manager, apiVersion: scaleVersion, fields: replicasOfScale }] as const);
  return setManagedFields(scale, printManagedFields(new Map(managers)));
}

/**
 * The object with the managers that its Scale has after an apply: who lost the replicas there loses them here. As upstream
 * does it (managedfields.ScaleHandler, Kubernetes 1.36), an updater keeps them in an entry of its own, and no time is told.
 */
export function ownedThroughScale(object: JsonObject, scale: JsonObject, replicas: Replicas): JsonObject {
  const path = pathSet(replicas.path);
  const ofScale = new Map(parseManagedFields(managedFieldsOf(scale)) ?? []);
  const managers = new Map<string, Manager>();
  for (const [id, manager] of parseManagedFields(managedFieldsOf(object)) ?? []) {
    const isKept = !owns(manager, path) || ofScale.delete(id);
    const fields = isKept ? manager.fields : manager.fields.difference(path);
    if (!fields.isEmpty) managers.set(id, { ...manager, fields });
  }
  for (const [id, manager] of ofScale) {
    const { apiVersion } = replicas;
    if (owns(manager, replicasOfScale))
      managers.set(id, { ...manager, apiVersion, fields: path, time: undefined });
  }
  return setManagedFields(object, printManagedFields(managers));
}
