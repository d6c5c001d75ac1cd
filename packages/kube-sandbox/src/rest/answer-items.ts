import type { JsonObject } from '@archipelago/apimachinery';
import type { Call } from '../calls/call.ts';
import { respondText } from '../calls/respond.ts';
import { jsonText, listItemText } from '../json/json-text.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import { UNCACHED } from '../requests/uncached.ts';
import { groupVersion, type ResourceType } from '../resources/resource-type.ts';
import type { StoredObject } from '../storage/object-store.ts';

/** Larger ones would be much memory for what may never be asked again. */
const MOST_KEPT = 8 * 1024 * 1024;

/** By a list that a store keeps until something changes, and by what its objects are served as. Undefined: asked for once. */
const known = new WeakMap<readonly StoredObject[], Map<ResourceType, Uint8Array | undefined>>();

/** The JSON of all items of a list. Who asks again before anything in it has changed gets the bytes that were made the time before. */
function keptItems(
  all: readonly StoredObject[],
  type: ResourceType,
  print: () => string,
): string | Uint8Array {
  const ofList = known.get(all) ?? new Map<ResourceType, Uint8Array | undefined>();
  known.set(all, ofList);
  const kept = ofList.get(type);
  if (kept !== undefined) return kept;
  const text = print();
  const isAskedAgain = ofList.has(type) && text.length <= MOST_KEPT;
  ofList.set(type, isAskedAgain ? Buffer.from(text) : undefined);
  return text;
}

interface Items {
  /** What a store keeps until something changes, where it is all of these. */
  readonly all: readonly StoredObject[] | undefined;
  readonly objects: readonly JsonObject[];
  /** Of the list. */
  readonly metadata: JsonObject;
}

/** Answers with a list of the call's kind. */
export function answerItems({ type, negotiated }: Call, { all, objects, metadata }: Items): ApiResponse {
  const { format } = negotiated;
  const print = () => objects.map(type.custom ? jsonText : listItemText).join(',');
  const items = all === undefined || format === 'yaml' ? print() : keptItems(all, type, print);
  const head = JSON.stringify({ kind: type.listKind, apiVersion: groupVersion(type), metadata });
  const begin = `${head.slice(0, -1)},"items":[`;
  if (typeof items === 'string') return respondText(200, `${begin}${items}]}`, format);
  const body = Buffer.concat([Buffer.from(begin), items, Buffer.from(']}')]);
  return { status: 200, headers: { ...UNCACHED, 'content-type': 'application/json' }, body };
}
