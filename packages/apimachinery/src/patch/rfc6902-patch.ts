import { jsonEqual } from '../api/json-equal.ts';
import { isJsonList, type JsonValue } from '../api/json-value.ts';
import { childOf, type JsonDraft, type JsonKey } from './json-draft.ts';
import {
  type Applied,
  applied,
  type JsonPatchOperation,
  maxCopiedBytes,
  type Refused,
  refuse,
} from './json-patch-operation.ts';
import { parseJsonPointer } from './json-pointer.ts';
import { jsonSize, maxLevels } from './json-size.ts';

interface Place {
  readonly ok: true;
  readonly path: readonly JsonKey[];
}

interface Found extends Place {
  readonly value: JsonValue;
}

/** RFC 6902 to the letter, one operation after the other. */
export class Rfc6902Patch {
  readonly #draft: JsonDraft;
  #copiedBytes = 0;

  constructor(draft: JsonDraft) {
    this.#draft = draft;
  }

  apply(operation: JsonPatchOperation): Applied {
    switch (operation.op) {
      case 'add':
        return this.#withValue(operation, (value) => this.#add(operation.path, value));
      case 'remove':
        return this.#remove(operation.path);
      case 'replace':
        return this.#withValue(operation, (value) => this.#replace(operation.path, value));
      case 'move':
        return this.#move(operation);
      case 'copy':
        return this.#copy(operation);
      case 'test':
        return this.#withValue(operation, (value) => this.#test(operation.path, value));
      default:
        return refuse(
          `unknown operation ${JSON.stringify(operation.op)}: must be add, remove, replace, move, copy or test`,
        );
    }
  }

  #withValue(operation: JsonPatchOperation, act: (value: JsonValue) => Applied): Applied {
    const { value, op } = operation;
    return value === undefined ? refuse(`operation ${op} needs a value`) : act(value);
  }

  #add(pointer: string | undefined, value: JsonValue): Applied {
    const place = this.#placeFor(pointer);
    if (!place.ok) return place;
    if (place.path.length === 0) this.#draft.replaceRoot(value);
    else this.#draft.insert(place.path, value);
    return applied;
  }

  #remove(pointer: string | undefined): Applied {
    const found = this.#find(pointer);
    if (!found.ok) return found;
    if (found.path.length === 0) return refuse('the whole document cannot be removed');
    this.#draft.remove(found.path);
    return applied;
  }

  #replace(pointer: string | undefined, value: JsonValue): Applied {
    const found = this.#find(pointer);
    if (!found.ok) return found;
    if (found.path.length === 0) this.#draft.replaceRoot(value);
    else this.#draft.set(found.path, value);
    return applied;
  }

  #move({ from, path }: JsonPatchOperation): Applied {
    const source = this.#find(from);
    if (!source.ok) return source;
    const target = parsePointer(path);
    if (!target.ok) return target;
    if (path === from) return applied;
    if (path?.startsWith(`${from}/`)) {
      return refuse(`${JSON.stringify(from)} cannot be moved into itself, to ${JSON.stringify(path)}`);
    }
    this.#draft.remove(source.path);
    return this.#add(path, source.value);
  }

  #copy({ from, path }: JsonPatchOperation): Applied {
    const source = this.#find(from);
    if (!source.ok) return source;
    const size = jsonSize(source.value, maxCopiedBytes);
    this.#copiedBytes += size.bytes;
    if (this.#copiedBytes > maxCopiedBytes) {
      return refuse(`copies would add more than ${maxCopiedBytes} bytes to the document`);
    }
    if (size.levels > maxLevels) {
      return refuse(`${JSON.stringify(from)} is nested deeper than ${maxLevels} levels`);
    }
    return this.#add(path, structuredClone(source.value));
  }

  #test(pointer: string | undefined, value: JsonValue): Applied {
    const found = this.#find(pointer);
    if (!found.ok) return found;
    if (jsonEqual(found.value, value)) return applied;
    return refuse(`test failed: the value at ${JSON.stringify(pointer)} is another one`);
  }

  /** An existing value. */
  #find(pointer: string | undefined): Found | Refused {
    const tokens = parsePointer(pointer);
    if (!tokens.ok) return tokens;
    const path: JsonKey[] = [];
    let value = this.#draft.root;
    for (const token of tokens.tokens) {
      const key = isJsonList(value) ? listIndex(token) : token;
      const child = key === undefined ? undefined : childOf(value, key);
      if (key === undefined || child === undefined) {
        return refuse(`${JSON.stringify(pointer)} does not exist: ${missing(value, token)}`);
      }
      path.push(key);
      value = child;
    }
    return { ok: true, path, value };
  }

  /** A place in an existing container, where a value can be added. */
  #placeFor(pointer: string | undefined): Place | Refused {
    const tokens = parsePointer(pointer);
    if (!tokens.ok) return tokens;
    const last = tokens.tokens.at(-1);
    if (last === undefined) return { ok: true, path: [] };
    const parent = this.#find(pointer?.slice(0, pointer.lastIndexOf('/')));
    if (!parent.ok) return parent;
    const { value } = parent;
    const key = isJsonList(value) ? insertIndex(value, last) : last;
    if (key === undefined || typeof value !== 'object' || value === null) {
      return refuse(`nothing can be added at ${JSON.stringify(pointer)}: ${missing(value, last)}`);
    }
    return { ok: true, path: [...parent.path, key] };
  }
}

function parsePointer(pointer: string | undefined) {
  return pointer === undefined ? refuse('the operation lacks a pointer') : parseJsonPointer(pointer);
}

/** An index as RFC 6901 allows it: decimal digits without leading zeros. */
function listIndex(token: string): number | undefined {
  return /^(0|[1-9][0-9]{0,14})$/.test(token) ? Number(token) : undefined;
}

function insertIndex(list: readonly JsonValue[], token: string): number | undefined {
  const index = token === '-' ? list.length : listIndex(token);
  return index === undefined || index > list.length ? undefined : index;
}

function missing(container: JsonValue, token: string): string {
  if (isJsonList(container)) {
    const size = container.length === 1 ? '1 item' : `${container.length} items`;
    return listIndex(token) === undefined
      ? `${JSON.stringify(token)} is no index of a list`
      : `the list has ${size}`;
  }
  if (typeof container === 'object' && container !== null)
    return `there is no member ${JSON.stringify(token)}`;
  return `${JSON.stringify(token)} would be in a value that is neither object nor list`;
}
