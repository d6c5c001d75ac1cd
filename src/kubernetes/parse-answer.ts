import { isJsonObject, type JsonValue } from '../api/json-value.ts';
import type { KubernetesObject } from '../api/kubernetes-object.ts';
import { ApiConnectionError } from './api-connection-error.ts';
import type { Deletion, ObjectPage } from './kubernetes-client.ts';
import { isKubernetesObject, resourceVersionOf } from './parse-object.ts';
import { apiVersionOf, type Resource } from './resource.ts';

/** An object, or a malformed answer. */
export function parseObject(answer: JsonValue): KubernetesObject {
  if (!isKubernetesObject(answer)) {
    throw new ApiConnectionError('malformed', 'the answer lacks apiVersion, kind or metadata.name');
  }
  return answer;
}

/** A page of a list; items get the apiVersion and kind that lists of built-in kinds leave out. */
export function parsePage(resource: Resource, answer: JsonValue): ObjectPage {
  if (!isJsonObject(answer) || !(Array.isArray(answer.items) || answer.items === null)) {
    throw new ApiConnectionError('malformed', 'the answer is no list: it has no items');
  }
  const filled = { apiVersion: apiVersionOf(resource), kind: resource.kind };
  const items = (answer.items ?? []).map((item: JsonValue) =>
    parseObject(isJsonObject(item) && item.kind === undefined ? { ...filled, ...item } : item),
  );
  const next = isJsonObject(answer.metadata) ? answer.metadata.continue : undefined;
  return {
    items,
    resourceVersion: resourceVersionOf(answer),
    ...(typeof next === 'string' && next !== '' ? { continue: next } : {}),
  };
}

/** The server answers a deletion with a Status, or with the object: then it may still be there. */
export function parseDeletion(answer: JsonValue): Deletion {
  return isKubernetesObject(answer) && answer.metadata.deletionTimestamp !== undefined
    ? { state: 'terminating', object: answer }
    : { state: 'deleted' };
}
