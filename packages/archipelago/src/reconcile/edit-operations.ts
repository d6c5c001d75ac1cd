import {
  type JsonObject,
  type JsonPatchOperation,
  type JsonValue,
  jsonEqual,
  objectAt,
  valueAt,
} from '@archipelago/apimachinery';

/** Members of an object that are nobody's to edit, or are edited one level deeper. */
const kept = new Set(['apiVersion', 'kind', 'metadata', 'status']);

/** Of `metadata`, what we write. */
const ofMetadata = ['labels', 'annotations', 'ownerReferences'] as const;

/** What makes one object of another, and what has to be as it was seen for that. */
export interface EditOperations {
  /** RFC 6902; members are replaced whole. Empty where nothing differs. */
  readonly operations: readonly JsonPatchOperation[];
  /**
   * The generation that was seen, where it tells of every change that could be overwritten: nothing of the metadata is written.
   * Absent: the object has to be the very version that was seen.
   */
  readonly generation?: number;
}

/**
 * The edit from what is there to what is wanted. An operand's own controller writes its status all the time; an edit that is bound to
 * the generation does not mind.
 */
export function editOperations(live: JsonObject, wanted: JsonObject): EditOperations {
  const members = Object.keys(wanted).filter((name) => !kept.has(name));
  const content = members.flatMap((name) => operation([name], valueAt(live, name), valueAt(wanted, name)));
  const [before, after] = [objectAt(live, 'metadata'), objectAt(wanted, 'metadata')];
  const metadata = ofMetadata.flatMap((name) =>
    operation(['metadata', name], filled(valueAt(before, name)), filled(valueAt(after, name))),
  );
  const { generation } = before;
  const isBoundToGeneration = metadata.length === 0 && typeof generation === 'number';
  return { operations: [...content, ...metadata], ...(isBoundToGeneration ? { generation } : {}) };
}

function operation(
  path: readonly string[],
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): readonly JsonPatchOperation[] {
  if (jsonEqual(before, after)) return [];
  const pointer = `/${path.join('/')}`;
  // `add` sets what is there, too
  return [after === undefined ? { op: 'remove', path: pointer } : { op: 'add', path: pointer, value: after }];
}

/** A server stores no empty labels. */
function filled(value: JsonValue | undefined): JsonValue | undefined {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return isEmpty ? undefined : value;
}
