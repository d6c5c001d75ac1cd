import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import { metadataOf } from '../json/json-access.ts';
import type { Column } from '../resources/resource-type.ts';

/** What each row carries beside its cells. */
export type IncludeObject = 'Metadata' | 'Object' | 'None';

interface TableRequest {
  readonly columns: readonly Column[];
  readonly includeObject: IncludeObject;
  readonly now: number;
  /** Metadata of the list; of a single object its resourceVersion. */
  readonly metadata: JsonObject;
  /** Later events of a watch leave the headers out. */
  readonly withHeaders: boolean;
}

/** An object reduced to its metadata. */
export function partialMetadata(object: JsonObject): JsonObject {
  return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: metadataOf(object) };
}

function rowObject(object: JsonObject, include: IncludeObject): JsonValue | undefined {
  switch (include) {
    case 'Metadata':
      return partialMetadata(object);
    case 'Object':
      return object;
    case 'None':
      return null;
  }
}

/** Builds a meta.k8s.io/v1 Table of the objects. */
export function makeTable(objects: readonly JsonObject[], request: TableRequest): JsonObject {
  const headers = request.columns.map(({ name, type, format, description, priority }) => ({
    name,
    type,
    format,
    description,
    priority,
  }));
  const rows = objects.map((object) => ({
    cells: request.columns.map((column) => column.cell(object, request.now)),
    object: rowObject(object, request.includeObject) ?? null,
  }));
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata: request.metadata,
    columnDefinitions: request.withHeaders ? headers : null,
    rows,
  };
}
