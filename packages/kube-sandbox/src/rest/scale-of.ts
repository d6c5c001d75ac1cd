import { isJsonObject, type JsonObject, valueAt } from '@archipelago/apimachinery';
import type { Call } from '../calls/call.ts';
import { metadataOf } from '../json/json-access.ts';
import { scaleSteps } from '../resources/scale-paths.ts';
import { labelSelectorText } from '../tables/label-selector-text.ts';

function numberAt(object: JsonObject, path: string): number {
  const value = valueAt(object, ...scaleSteps(path));
  return typeof value === 'number' ? value : 0;
}

function selectorAt(object: JsonObject, path: string | undefined): string {
  const value = path === undefined ? undefined : valueAt(object, ...scaleSteps(path));
  if (typeof value === 'string') return value;
  return isJsonObject(value) && Object.keys(value).length > 0 ? labelSelectorText(value) : '';
}

/** The Scale of an object: its identity, and the replicas its definition's paths lead to. */
export function scaleOf(call: Call, object: JsonObject): JsonObject {
  const { scale } = call.type;
  const metadata = metadataOf(object);
  const kept = ['name', 'namespace', 'uid', 'resourceVersion', 'creationTimestamp'];
  const selector = selectorAt(object, scale?.labelSelector);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: Object.fromEntries(kept.map((name) => [name, valueAt(metadata, name)] as const)),
    spec: replicasField(numberAt(object, scale?.specReplicas ?? '')),
    status: {
      replicas: numberAt(object, scale?.statusReplicas ?? ''),
      ...(selector === '' ? {} : { selector }),
    },
  };
}

function replicasField(replicas: number): JsonObject {
  return replicas === 0 ? {} : { replicas };
}

/** A custom resource that does not write its replicas has none; a built-in kind always has them. */
export function hasReplicas({ type }: Call, object: JsonObject): boolean {
  return !type.custom || valueAt(object, ...scaleSteps(type.scale?.specReplicas ?? '')) !== undefined;
}
