import { isJsonObject, type JsonObject, objectAt, valueAt } from '@archipelago/apimachinery';
import { metadataOf } from '../../json/json-access.ts';
import type { JudgedPod } from './pod-text.ts';

/** Where the objects of a resource keep the template of their pods. */
const templates: Readonly<Record<string, readonly string[]>> = {
  '/podtemplates': ['template'],
  '/replicationcontrollers': ['spec', 'template'],
  'apps/daemonsets': ['spec', 'template'],
  'apps/deployments': ['spec', 'template'],
  'apps/replicasets': ['spec', 'template'],
  'apps/statefulsets': ['spec', 'template'],
  'batch/cronjobs': ['spec', 'jobTemplate', 'spec', 'template'],
  'batch/jobs': ['spec', 'template'],
};

/** What a pod is judged by. */
export function podOf(object: JsonObject): JudgedPod {
  return { annotations: objectAt(metadataOf(object), 'annotations'), spec: objectAt(object, 'spec') };
}

/** The pods that an object is to make; undefined for objects that make none. */
export function templateOf(storage: string, object: JsonObject): JudgedPod | undefined {
  const path = templates[storage];
  const template = path === undefined ? undefined : valueAt(object, ...path);
  return isJsonObject(template) ? podOf(template) : undefined;
}
