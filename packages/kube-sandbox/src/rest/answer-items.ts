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

/** The text of a list up to its items, and all of it as it was sent then. */
interface Kept {
  readonly begin: string;
  readonly body: Uint8Array;
}

/** By a list that a store keeps until something changes, and by what its objects are served as. Undefined: asked for once. */
const known = new WeakMap<readonly StoredObject[], Map<ResourceType, Kept | undefined>>();

const END = ']}';

/** The text of a list. Who asks again before anything in it has changed gets the bytes that were made the time before. */
function keptText(
  [all, type]: readonly [all: readonly StoredObject[], type: ResourceType],
  begin: string,
  print: () => string,
): string | Uint8Array {
  const ofList = known.get(all) ?? new Map<ResourceType, Kept | undefined>();
  known.set(all, ofList);
  const kept = ofList.get(type);
  if (kept?.begin === begin) return kept.body;
  const items = kept === undefined ? print() : kept.body.subarray(Buffer.byteLength(kept.begin), -END.length);
  if (typeof items === 'string' && (!ofList.has(type) || items.length > MOST_KEPT)) {
    ofList.set(type, undefined);
    return `${begin}${items}${END}`;
  }
  const body = Buffer.concat([Buffer.from(begin), Buffer.from(items), Buffer.from(END)]);
  ofList.set(type, { begin, body });
  return body;
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
  const head = JSON.stringify({ kind: type.listKind, apiVersion: groupVersion(type), metadata });
  const begin = `${head.slice(0, -1)},"items":[`;
  if (all === undefined || format === 'yaml') return respondText(200, `${begin}${print()}${END}`, format);
  const body = keptText([all, type], begin, print);
  return { status: 200, headers: { ...UNCACHED, 'content-type': 'application/json' }, body };
}
