import { type JsonObject, type JsonValue, objectAt, valueAt } from '@archipelago/apimachinery';
import type { ResourceType } from '../resources/resource-type.ts';
import { fieldText } from '../tables/column.ts';
import { META, reference } from './model-name.ts';

/** A schema as JSON: what the type of schemas leaves open is plain data. */
function plain(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value));
}

function identity(metadata: string): JsonObject {
  return {
    apiVersion: { description: fieldText('TypeMeta.apiVersion'), type: 'string' },
    kind: { description: fieldText('TypeMeta.kind'), type: 'string' },
    metadata: { description: fieldText('DaemonSet.metadata'), allOf: [reference(metadata)] },
  };
}

/** The schema of a custom resource as published: its own, with the fields every object has. */
export function customModel(type: ResourceType): JsonObject {
  const schema = plain(type.behaviour.schema);
  const own = objectAt(schema);
  // A type that keeps unknown fields at its root says nothing about its fields.
  if (valueAt(own, 'x-kubernetes-preserve-unknown-fields') === true) {
    return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  }
  return { ...own, properties: { ...objectAt(own, 'properties'), ...identity(`${META}.ObjectMeta`) } };
}

/** The schema of lists of a type. */
export function listModel(type: ResourceType, itemName: string): JsonObject {
  return {
    description: `${type.listKind} is a list of ${type.kind}`,
    type: 'object',
    required: ['items'],
    properties: {
      ...identity(`${META}.ListMeta`),
      items: {
        description: `List of ${type.plural}. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md`,
        type: 'array',
        items: reference(itemName),
      },
    },
  };
}
