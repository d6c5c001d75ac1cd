import {
  isJsonObject,
  isKubernetesObject,
  type JsonValue,
  type KubernetesObject,
  objectAt,
} from '@archipelago/apimachinery';
import { ApiConnectionError } from './api-connection-error.ts';
import type { Deletion, Page } from './kubernetes-client.ts';
import { apiVersionOf, type Resource } from './resource.ts';
import { resourceVersionOf } from './resource-version-of.ts';

/** An object, or a malformed answer. */
export function parseObject(answer: JsonValue): KubernetesObject {
  if (!isKubernetesObject(answer)) {
    throw new ApiConnectionError('malformed', 'the answer lacks apiVersion, kind or metadata.name');
  }
  return answer;
}

/** Parses items of a list, which get the apiVersion and kind that lists of built-in kinds leave out. */
export function itemParser(resource: Resource): (item: JsonValue) => KubernetesObject {
  const filled = { apiVersion: apiVersionOf(resource), kind: resource.kind };
  return (item) => parseObject(isJsonObject(item) && item.kind === undefined ? { ...filled, ...item } : item);
}

/** A page of a list, from the list without its items and what was made of them. */
export function parsePage<T>(answer: JsonValue, items: readonly T[]): Page<T> {
  if (!isJsonObject(answer) || !(Array.isArray(answer.items) || answer.items === null)) {
    throw new ApiConnectionError('malformed', 'the answer is no list: it has no items');
  }
  const { continue: next, remainingItemCount: remaining } = objectAt(answer, 'metadata');
  return {
    items,
    resourceVersion: resourceVersionOf(answer),
    ...(typeof next === 'string' && next !== '' ? { continue: next } : {}),
    ...(typeof remaining === 'number' ? { remaining } : {}),
  };
}

/** The server answers a deletion with a Status, or with the object: then it may still be there. */
export function parseDeletion(answer: JsonValue): Deletion {
  return isKubernetesObject(answer) && answer.metadata.deletionTimestamp !== undefined
    ? { state: 'terminating', object: answer }
    : { state: 'deleted' };
}
