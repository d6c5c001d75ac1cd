import { jsonEqual } from '../api/json-equal.ts';
import { isJsonList, type JsonValue } from '../api/json-value.ts';
import { type ApiserverPlace, getAt, indexIn, outside, placeOf } from './apiserver-place.ts';
import { atoi } from './atoi.ts';
import type { JsonDraft } from './json-draft.ts';
import {
  type Applied,
  applied,
  type JsonPatchOperation,
  maxCopiedBytes,
  type Refused,
  refuse,
} from './json-patch-operation.ts';
import { jsonSize, maxLevels } from './json-size.ts';

/** JSON patch as Kubernetes' API server has it: github.com/evanphx/json-patch v4.13, default options. */
export class ApiserverPatch {
  readonly #draft: JsonDraft;
  #copiedBytes = 0;

  constructor(draft: JsonDraft) {
    this.#draft = draft;
  }

  apply(operation: JsonPatchOperation): Applied {
    switch (operation.op) {
      case 'add':
        return this.#add(operation);
      case 'remove':
        return this.#remove(operation);
      case 'replace':
        return this.#replace(operation);
      case 'move':
        return this.#move(operation);
      case 'copy':
        return this.#copy(operation);
      case 'test':
        return this.#test(operation);
      default:
        return refuse(`Unexpected kind: ${operation.op}`);
    }
  }

  #add({ path, value }: JsonPatchOperation): Applied {
    if (path === undefined) return refuse('add operation failed to decode path: missing value');
    const place = placeOf(this.#draft.root, path);
    if (place === undefined) {
      return refuse(`add operation does not apply: doc is missing path: "${path}": missing value`);
    }
    return within(`error in add for path: '${path}'`, this.#insert(place, value ?? null));
  }

  #remove({ path }: JsonPatchOperation): Applied {
    if (path === undefined) return refuse('remove operation failed to decode path: missing value');
    const place = placeOf(this.#draft.root, path);
    if (place === undefined) {
      return refuse(`remove operation does not apply: doc is missing path: "${path}": missing value`);
    }
    return within(`error in remove for path: '${path}'`, this.#delete(place));
  }

  #replace({ path, value }: JsonPatchOperation): Applied {
    if (path === undefined) return refuse(`replace operation failed to decode path: ${missingPath}`);
    if (path === '') return this.#replaceRoot(value);
    const place = placeOf(this.#draft.root, path);
    if (place === undefined) {
      return refuse(`replace operation does not apply: doc is missing path: ${path}: missing value`);
    }
    const got = getAt(place);
    if (!got.ok)
      return refuse(`replace operation does not apply: doc is missing key: ${path}: missing value`);
    this.#draft.set([...place.path, got.key], value ?? null);
    return applied;
  }

  #replaceRoot(value: JsonValue | undefined): Applied {
    if (value === undefined) return crash;
    if (typeof value !== 'object' || value === null) {
      return refuse('replace operation value must be object or array: %!w(<nil>)');
    }
    this.#draft.replaceRoot(value);
    return applied;
  }

  #move({ from, path }: JsonPatchOperation): Applied {
    if (from === undefined) return refuse(`move operation failed to decode from: ${missingFrom}`);
    const source = placeOf(this.#draft.root, from);
    if (source === undefined) {
      return refuse(`move operation does not apply: doc is missing from path: ${from}: missing value`);
    }
    const got = getAt(source);
    if (!got.ok) return within(`error in move for path: '${source.token}'`, got);
    const removed = within(`error in move for path: '${source.token}'`, this.#delete(source));
    if (!removed.ok) return removed;
    if (path === undefined) return refuse(`move operation failed to decode path: ${missingPath}`);
    const target = placeOf(this.#draft.root, path);
    if (target === undefined) {
      return refuse(`move operation does not apply: doc is missing destination path: ${path}: missing value`);
    }
    return within(`error in move for path: '${path}'`, this.#insert(target, got.value ?? null));
  }

  #copy({ from, path }: JsonPatchOperation): Applied {
    if (from === undefined) return refuse(`copy operation failed to decode from: ${missingFrom}`);
    const source = placeOf(this.#draft.root, from);
    if (source === undefined) {
      return refuse(`copy operation does not apply: doc is missing from path: ${from}: missing value`);
    }
    const got = getAt(source);
    if (!got.ok) return within(`error in copy for from: '${from}'`, got);
    if (path === undefined) return refuse('copy operation failed to decode path: missing value');
    const target = placeOf(this.#draft.root, path);
    if (target === undefined) {
      return refuse(`copy operation does not apply: doc is missing destination path: ${path}: missing value`);
    }
    const copy = this.#clone(got.value ?? null);
    if (!copy.ok) return copy;
    return within('error while adding value during copy', this.#insert(target, copy.value));
  }

  #clone(value: JsonValue): { readonly ok: true; readonly value: JsonValue } | Refused {
    const size = jsonSize(value, maxCopiedBytes);
    this.#copiedBytes += size.bytes;
    if (this.#copiedBytes > maxCopiedBytes || size.levels > maxLevels) {
      const limit = `exceeding the limit ${maxCopiedBytes}`;
      return refuse(
        `Unable to complete the copy, the accumulated size increase of copy is ${this.#copiedBytes}, ${limit}`,
      );
    }
    return { ok: true, value: structuredClone(value) };
  }

  #test(operation: JsonPatchOperation): Applied {
    const { path, value } = operation;
    if (path === undefined) return refuse(`test operation failed to decode path: ${missingPath}`);
    if (path === '') {
      if (value === undefined) return crash;
      return this.#compare(this.#draft.root, operation);
    }
    const place = placeOf(this.#draft.root, path);
    if (place === undefined) {
      return refuse(`test operation does not apply: is missing path: ${path}: missing value`);
    }
    const got = getAt(place);
    if (!got.ok) return within(`error in test for path: '${path}'`, got);
    return this.#compare(got.value ?? null, operation);
  }

  #compare(found: JsonValue, { path, value, oddNumbers }: JsonPatchOperation): Applied {
    const wanted = value ?? null;
    const isEqual = oddNumbers !== true && jsonEqual(found, wanted);
    if (isEqual && hasNullItem(wanted)) return crash;
    return isEqual ? applied : refuse(`testing value ${path} failed: test failed`);
  }

  #insert({ path, container, token }: ApiserverPlace, value: JsonValue): Applied {
    if (!isJsonList(container)) {
      this.#draft.insert([...path, token], value);
      return applied;
    }
    const index = token === '-' ? { ok: true as const, value: container.length } : atoi(token);
    if (!index.ok) return refuse(`value was not a proper array index: '${token}': ${index.message}`);
    const key = indexIn(index.value, container.length + 1);
    if (key === undefined) return outside(index.value);
    this.#draft.insert([...path, key], value);
    return applied;
  }

  #delete(place: ApiserverPlace): Applied {
    const got = getAt(place);
    if (!got.ok) return got;
    if (got.value === undefined) {
      return refuse(`Unable to remove nonexistent key: ${place.token}: missing value`);
    }
    this.#draft.remove([...place.path, got.key]);
    return applied;
  }
}

const missingPath = 'operation missing path field: missing value';
const missingFrom = 'operation, missing from field: missing value';

/** The library dereferences a nil pointer there; the server answers nothing and lives on. */
const crash: Refused = {
  ok: false,
  message: 'panic: runtime error: invalid memory address or nil pointer dereference',
  status: 500,
};

function within(context: string, result: Applied): Applied {
  return result.ok ? result : refuse(`${context}: ${result.message}`);
}

/** The library dies of a null in a list. */
function hasNullItem(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const children = Object.values(value).filter((child) => child !== undefined);
  return (isJsonList(value) && children.includes(null)) || children.some(hasNullItem);
}
