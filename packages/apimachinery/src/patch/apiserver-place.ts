import { isJsonList, type JsonValue } from '../api/json-value.ts';
import { atoi } from './atoi.ts';
import { childOf, type JsonKey } from './json-draft.ts';
import { type Refused, refuse } from './json-patch-operation.ts';
import { unescapeToken } from './json-pointer.ts';

/** A container in the document and the last token of a pointer, which need not lead to anything. */
export interface ApiserverPlace {
  readonly path: readonly JsonKey[];
  readonly container: JsonValue;
  readonly token: string;
}

/** What a token leads to in a container; a missing member of an object is undefined and no error. */
type Got = { readonly ok: true; readonly key: JsonKey; readonly value: JsonValue | undefined } | Refused;

/** Where a pointer leads; undefined where the way to its last token is missing or ends before it. */
export function placeOf(root: JsonValue, pointer: string): ApiserverPlace | undefined {
  const [, ...tokens] = pointer.split('/').map(unescapeToken);
  const token = tokens.pop();
  if (token === undefined || typeof root !== 'object' || root === null) return undefined;
  const path: JsonKey[] = [];
  let container = root;
  for (const part of tokens) {
    const got = getAt({ path, container, token: part });
    if (!got.ok || typeof got.value !== 'object' || got.value === null) return undefined;
    path.push(got.key);
    container = got.value;
  }
  return { path, container, token };
}

/** What stands at a place. */
export function getAt({ container, token }: ApiserverPlace): Got {
  if (!isJsonList(container)) return { ok: true, key: token, value: childOf(container, token) };
  const index = atoi(token);
  if (!index.ok) return refuse(index.message);
  const key = indexIn(index.value, container.length);
  return key === undefined ? outside(index.value) : { ok: true, key, value: container[key] };
}

/** The index in a list of this length, counted from the end where it is negative. */
export function indexIn(index: number, length: number): number | undefined {
  if (index >= length || index < -length) return undefined;
  return index < 0 ? index + length : index;
}

/** The refusal of an index beyond a list. */
export function outside(index: number): Refused {
  return refuse(`Unable to access invalid index: ${index}: invalid index referenced`);
}
